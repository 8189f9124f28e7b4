internal import ForeignBytes

/// Bits of a stream that lies in the bodies of PNG chunks of one name, the lowest bit of each byte first.
struct ChunkedBits {
    private let file: ByteWindow
    private let name: FourCC
    /// Bytes that each chunk has before those of the stream.
    private let lead: Int
    /// The next byte, and the end of the chunk it lies in.
    private var position: Int
    private var end: Int
    /// Bits that were read ahead, and how many.
    private(set) var held: UInt64 = 0
    private(set) var count = 0

    /// - Parameter start: where the first chunk begins.
    init(_ file: ByteWindow, from start: Int, name: FourCC) {
        self.file = file
        self.name = name
        lead = name == "fdAT" ? 4 : 0  // Its place in the sequence of frames.
        // As if a chunk, whose checksum the next step skips, ended here.
        position = start - 4
        end = start - 4
    }

    /// Reads ahead until 56 bits are held, or fewer at the end of the stream.
    @inline(__always)
    mutating func fill() {
        if end - position >= 8, let word = file.littleWord(at: position) {
            held |= word << UInt64(count)
            let bytes = (63 - count) >> 3
            position += bytes
            count += bytes << 3
        } else {
            fillSlowly()
        }
    }

    private mutating func fillSlowly() {
        while count <= 56 {
            guard position < end else {
                guard enterNextChunk() else { return }
                continue
            }
            guard let byte = try? file.byte(at: position) else { return }
            held |= UInt64(byte) << UInt64(count)
            count += 8
            position += 1
        }
    }

    private mutating func enterNextChunk() -> Bool {
        guard let length = try? file.big(4, at: end + 4), let next = try? file.code(at: end + 8), next == name,
            length >= lead, file.holds(length, at: end + 12)
        else { return false }
        position = end + 12 + lead
        end = position + length - lead
        return true
    }

    /// Drops bits that are held.
    @inline(__always)
    mutating func drop(_ length: Int) {
        // No length has more than six bits, which spares the processor a comparison.
        held &>>= UInt64(truncatingIfNeeded: length)
        count &-= length
    }

    /// Up to 32 bits; `nil` when the stream has fewer.
    mutating func take(_ length: Int) -> Int? {
        if count < length { fill() }
        guard count >= length else { return nil }
        let value = Int(held & (1 << UInt64(length) - 1))
        drop(length)
        return value
    }

    mutating func dropToByte() {
        drop(count & 7)
    }

    /// Skips whole bytes; false when the stream has fewer.
    mutating func skip(bytes: Int) -> Bool {
        var left = bytes
        while left > 0 {
            if count >= 8 {
                drop(8)
                left -= 1
            } else if position < end {
                // Nothing that counts is held, but bits that were read too far ahead may be.
                held = 0
                let step = min(left, end - position)
                position += step
                left -= step
            } else if !enterNextChunk() {
                return false
            }
        }
        return true
    }

    /// Whether a byte is left.
    var hasMore: Bool {
        mutating get {
            if count < 8 { fill() }
            return count >= 8
        }
    }
}
