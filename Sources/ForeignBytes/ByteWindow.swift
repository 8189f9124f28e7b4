internal import Glibc

/// A part of a stranger's file, in which every read is checked.
///
/// To read past the end of the file is `truncated`; past the end of a part that is all there, it is `corrupt`.
/// A window is only used inside the call that lends its bytes, such as `MappedMedia.withBytes`.
@safe package struct ByteWindow {
    @usableFromInline let bytes: UnsafeRawBufferPointer
    /// Whether more was to come where the part ends, for all that is known: it ends with the file.
    @usableFromInline let isOpenEnded: Bool
    /// Where the part begins in the file.
    package let start: Int

    /// A window over a whole file.
    package init(file bytes: UnsafeRawBufferPointer) {
        unsafe self.init(bytes, isOpenEnded: true, start: 0)
    }

    @inlinable
    init(_ bytes: UnsafeRawBufferPointer, isOpenEnded: Bool, start: Int) {
        unsafe self.bytes = unsafe bytes
        self.isOpenEnded = isOpenEnded
        self.start = start
    }

    @inlinable @inline(__always)
    package var count: Int { unsafe bytes.count }

    /// Whether `length` bytes lie at `offset`.
    @inlinable @inline(__always)
    package func holds(_ length: Int, at offset: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count - length
    }

    @inlinable @inline(__always)
    package func byte(at offset: Int) throws(Fault) -> Int {
        try require(1, at: offset)
        return Int(unsafe bytes[offset])
    }

    /// An unsigned number of up to 8 bytes, the most significant first; one beyond `Int.max` is `corrupt`.
    @inlinable
    package func big(_ length: Int, at offset: Int) throws(Fault) -> Int {
        try require(length, at: offset)
        if length == 4 {
            return Int(UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        var value = 0
        for position in offset..<(offset + length) { value = value << 8 | Int(unsafe bytes[position]) }
        guard value >= 0 else { throw Self.beyondMeasure }
        return value
    }

    /// An unsigned number of up to 8 bytes, the least significant first; one beyond `Int.max` is `corrupt`.
    @inlinable
    package func little(_ length: Int, at offset: Int) throws(Fault) -> Int {
        try require(length, at: offset)
        if length < 8, let word = littleWord(at: offset) { return Int(word & (1 << UInt64(8 * length) - 1)) }
        var value = 0
        for position in (offset..<(offset + length)).reversed() { value = value << 8 | Int(unsafe bytes[position]) }
        guard value >= 0 else { throw Self.beyondMeasure }
        return value
    }

    /// A number of four bytes with a sign, the most significant first.
    package func signed(at offset: Int) throws(Fault) -> Int {
        Int(Int32(truncatingIfNeeded: try big(4, at: offset)))
    }

    /// Eight bytes as one number, the least significant first.
    @inlinable @inline(__always)
    package func littleWord(at offset: Int) -> UInt64? {
        guard holds(8, at: offset) else { return nil }
        return unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inlinable
    package func code(at offset: Int) throws(Fault) -> FourCC {
        FourCC(UInt32(truncatingIfNeeded: try big(4, at: offset)))
    }

    @inlinable
    package func part(at offset: Int, count length: Int) throws(Fault) -> ByteWindow {
        try require(length, at: offset)
        return clipped(at: offset, count: length)
    }

    /// As much of a part as there is.
    @inlinable
    package func clipped(at offset: Int, count length: Int = .max) -> ByteWindow {
        let start = min(max(offset, 0), count)
        let length = min(max(length, 0), count - start)
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)])
        return unsafe ByteWindow(
            part, isOpenEnded: isOpenEnded && start + length == count, start: self.start + start)
    }

    /// The same part, known to be all there although the file ends with it.
    package var closed: ByteWindow { unsafe ByteWindow(bytes, isOpenEnded: false, start: start) }

    @inlinable @inline(__always)
    func require(_ length: Int, at offset: Int) throws(Fault) {
        guard holds(length, at: offset) else { throw tooShort }
    }

    @usableFromInline
    var tooShort: Fault {
        isOpenEnded ? .truncated : .corrupt("A part of the file is shorter than what it holds")
    }

    @usableFromInline
    static var beyondMeasure: Fault { .corrupt("A number in the file is beyond all measure") }
}

extension ByteWindow {
    /// A copy of some bytes.
    package func copy(at offset: Int, count length: Int) throws(Fault) -> [UInt8] {
        try require(length, at: offset)
        return unsafe Array(bytes[offset..<(offset + length)])
    }

    /// Lends the bytes for a computation over all of them; they must not outlive the call.
    @inlinable
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        unsafe body(bytes)
    }

    /// Lends some bytes that are known to be there.
    package func withBytes<Value>(in range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        unsafe body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
}
