/// Packs codes, the lowest bit first, into blocks that begin with their length.
struct CodeWriter {
    private var bytes: [UInt8]
    private var bits: UInt64 = 0
    private var held = 0
    /// Where the length of the open block stands.
    private var block = 0

    init(into bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte(_ value: UInt8) {
        bytes.append(value)
    }

    mutating func openBlock() {
        block = bytes.count
        bytes.append(0)
    }

    @inline(__always)
    mutating func put(_ code: UInt32, _ width: Int) {
        bits |= UInt64(code) << UInt64(held)
        held &+= width
        while held >= 8 { flushByte() }
    }

    private mutating func flushByte() {
        if bytes.count - block == 256 {
            bytes[block] = 255
            openBlock()
        }
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        held &-= 8
    }

    /// Ends the last block and the data.
    consuming func finish() -> [UInt8] {
        if held > 0 {
            held = 8
            flushByte()
        }
        let length = bytes.count - block - 1
        bytes[block] = UInt8(length)
        if length > 0 { bytes.append(0) }
        return bytes
    }
}
