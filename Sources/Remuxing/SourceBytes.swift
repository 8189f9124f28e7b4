/// A part of a stranger's file, in which every read is checked.
///
/// It is only used inside the `MappedMedia.withBytes` call that lends its bytes.
@safe struct SourceBytes {
    private let bytes: UnsafeRawBufferPointer
    /// Where the part begins in the file.
    let start: Int

    /// All of a file.
    init(file bytes: UnsafeRawBufferPointer) {
        unsafe self.init(bytes, start: 0)
    }

    private init(_ bytes: UnsafeRawBufferPointer, start: Int) {
        unsafe self.bytes = unsafe bytes
        self.start = start
    }

    var count: Int { unsafe bytes.count }

    /// Whether `length` bytes lie at `offset`.
    func holds(_ length: Int, at offset: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count - length
    }

    /// An unsigned number of up to 8 bytes, the most significant first; one beyond `Int.max` is `corrupt`.
    func big(_ length: Int, at offset: Int) throws(Fault) -> Int {
        guard holds(length, at: offset) else { throw .corrupt("A part of the file is shorter than what it holds") }
        if length == 4 {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return Int(UInt32(bigEndian: word))
        }
        var value = 0
        for position in offset..<(offset + length) { value = value << 8 | Int(unsafe bytes[position]) }
        guard value >= 0 else { throw .corrupt("A number in the file is beyond all measure") }
        return value
    }

    /// An unsigned number of up to 8 bytes, the least significant first.
    func little(_ length: Int, at offset: Int) throws(Fault) -> Int {
        guard holds(length, at: offset) else { throw .corrupt("A part of the file is shorter than what it holds") }
        var value = 0
        for position in (offset..<(offset + length)).reversed() { value = value << 8 | Int(unsafe bytes[position]) }
        guard value >= 0 else { throw .corrupt("A number in the file is beyond all measure") }
        return value
    }

    /// A number of four bytes with a sign.
    func signed(at offset: Int) throws(Fault) -> Int {
        Int(Int32(truncatingIfNeeded: try big(4, at: offset)))
    }

    func name(at offset: Int) throws(Fault) -> BoxName {
        BoxName(UInt32(truncatingIfNeeded: try big(4, at: offset)))
    }

    /// Whether `text` lies at `offset`.
    func reads(_ text: StaticString, at offset: Int) -> Bool {
        guard holds(text.utf8CodeUnitCount, at: offset) else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { unsafe text.utf8Start[$0] == bytes[offset + $0] }
    }

    func part(at offset: Int, count length: Int) throws(Fault) -> SourceBytes {
        guard holds(length, at: offset) else { throw .corrupt("A part of the file is shorter than what it holds") }
        return unsafe SourceBytes(
            UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)]), start: start + offset)
    }

    /// What there is from `offset` on.
    func rest(from offset: Int) throws(Fault) -> SourceBytes {
        try part(at: offset, count: count - offset)
    }

    /// A copy of some bytes.
    func copy(at offset: Int, count length: Int) throws(Fault) -> [UInt8] {
        guard holds(length, at: offset) else { throw .corrupt("A part of the file is shorter than what it holds") }
        return unsafe Array(bytes[offset..<(offset + length)])
    }

    /// Lends some bytes that are known to be there.
    func withBytes<Value>(in range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
}
