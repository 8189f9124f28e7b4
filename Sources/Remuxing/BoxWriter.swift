internal import ForeignBytes

/// Builds boxes; the length of one is known when it closes.
struct BoxWriter {
    private(set) var bytes: [UInt8] = []

    init() {}

    /// Appends the low bytes of a number, the most significant first.
    mutating func big(_ value: Int, _ length: Int = 4) {
        for shift in (0..<length).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) }
    }

    /// Appends the low bytes of a number, the least significant first.
    mutating func little(_ value: Int, _ length: Int) {
        for shift in 0..<length { bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8))) }
    }

    mutating func name(_ name: FourCC) {
        big(Int(name.number))
    }

    mutating func zeros(_ count: Int) {
        bytes.append(contentsOf: repeatElement(0, count: count))
    }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    mutating func box(_ name: FourCC, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        big(0)
        self.name(name)
        body(&self)
        let size = bytes.count - start
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> ((3 - index) * 8)) }
    }

    /// A box that begins with a version and flags.
    mutating func fullBox(_ name: FourCC, version: Int = 0, flags: Int = 0, _ body: (inout BoxWriter) -> Void) {
        box(name) { writer in
            writer.big(version, 1)
            writer.big(flags, 3)
            body(&writer)
        }
    }
}
