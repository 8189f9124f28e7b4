/// Looking at bytes that may not be there: nothing here traps.
extension Span<UInt8> {
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    func reads(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, count - offset >= bytes.count else { return false }
        var position = offset
        for byte in bytes {
            if self[position] != byte { return false }
            position += 1
        }
        return true
    }

    func reads(_ text: String, at offset: Int = 0) -> Bool {
        reads(text.utf8, at: offset)
    }

    func contains(_ byte: UInt8, before end: Int) -> Bool {
        (0..<Swift.min(Swift.max(end, 0), count)).contains { self[$0] == byte }
    }

    func big(at offset: Int) -> UInt32? {
        guard offset >= 0, offset < count, count - offset >= 4 else { return nil }
        return (0..<4).reduce(0) { $0 << 8 | UInt32(self[offset + $1]) }
    }

    func little(at offset: Int) -> UInt32? {
        big(at: offset)?.byteSwapped
    }

    /// Printable ASCII; `nil` when there is anything else.
    func text(at offset: Int, count length: Int) -> String? {
        guard offset >= 0, offset < count, count - offset >= length else { return nil }
        let bytes = (0..<length).map { self[offset + $0] }
        return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
