internal import Glibc
internal import Handover

/// The bytes of a stranger's file, in which every read is checked.
///
/// Only used inside the `MappedMedia.withBytes` call that lends them.
@safe struct CodedBytes {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
    }

    var count: Int { unsafe bytes.count }

    func byte(at offset: Int) throws(RasterFault) -> UInt8 {
        guard offset >= 0, offset < count else { throw .endsEarly }
        return unsafe bytes[offset]
    }

    /// An unsigned number of up to 7 bytes, the most significant first.
    func big(_ length: Int, at offset: Int) throws(RasterFault) -> Int {
        try require(length, at: offset)
        return (offset..<offset + length).reduce(0) { unsafe $0 << 8 | Int(bytes[$1]) }
    }

    /// An unsigned number of up to 7 bytes, the least significant first.
    func little(_ length: Int, at offset: Int) throws(RasterFault) -> Int {
        try require(length, at: offset)
        return (offset..<offset + length).reversed().reduce(0) { unsafe $0 << 8 | Int(bytes[$1]) }
    }

    /// Whether `text` lies at `offset`.
    func reads(_ text: String, at offset: Int) -> Bool {
        guard offset >= 0, text.utf8.count <= count - offset else { return false }
        return unsafe zip(text.utf8, bytes[offset...]).allSatisfy { $0 == $1 }
    }

    /// Where the next such byte lies, `start` included.
    func position(of byte: UInt8, from start: Int) throws(RasterFault) -> Int {
        guard start >= 0, start < count, let base = unsafe bytes.baseAddress,
            let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { throw .endsEarly }
        return unsafe UnsafeRawPointer(found) - base
    }

    /// Fails unless `length` bytes lie at `offset`.
    func require(_ length: Int, at offset: Int) throws(RasterFault) {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { throw .endsEarly }
    }

    /// Lends all of them.
    func withAll<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        unsafe body(bytes)
    }

    /// Lends a part, which must lie within.
    func withPart<Value>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value) throws(RasterFault) -> Value {
        try require(range.count, at: range.lowerBound)
        return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
}

extension RasterFault {
    /// The file ends where more was promised.
    static var endsEarly: RasterFault { RasterFault(words: "the file is truncated") }
}

extension MappedMedia {
    /// Lends the bytes with every read checked.
    func withCodedBytes<Value>(_ body: (CodedBytes) throws(RasterFault) -> Value) throws(RasterFault) -> Value {
        try unsafe withBytes { (bytes) throws(RasterFault) in try unsafe body(CodedBytes(bytes)) }
    }
}
