internal import AttachmentModel
internal import Glibc
internal import Signatures

/// A part of a stranger's file, in which every read is checked.
///
/// To read past the end of the file is `truncated`; past the end of a part that is all there, it is `corrupt`.
/// A window is only used inside the `MappedMedia.withBytes` call that lends its bytes.
@safe struct ByteWindow {
    private let bytes: UnsafeRawBufferPointer
    private let reachesEndOfFile: Bool

    /// A window over a whole file.
    init(file bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
        reachesEndOfFile = true
    }

    private init(_ bytes: UnsafeRawBufferPointer, reachesEndOfFile: Bool) {
        unsafe self.bytes = unsafe bytes
        self.reachesEndOfFile = reachesEndOfFile
    }

    var count: Int { unsafe bytes.count }

    /// Whether `length` bytes lie at `offset`.
    func holds(_ length: Int, at offset: Int) -> Bool {
        offset >= 0 && length >= 0 && offset <= count - length
    }

    func byte(at offset: Int) throws(Fault) -> Int {
        try require(1, at: offset)
        return Int(unsafe bytes[offset])
    }

    /// An unsigned number of up to 8 bytes, the most significant first; one beyond `Int.max` is `corrupt`.
    func big(_ length: Int, at offset: Int) throws(Fault) -> Int {
        try require(length, at: offset)
        var value = 0
        for position in offset..<(offset + length) { value = value << 8 | Int(unsafe bytes[position]) }
        guard value >= 0 else { throw .corrupt }
        return value
    }

    /// An unsigned number of up to 8 bytes, the least significant first; one beyond `Int.max` is `corrupt`.
    func little(_ length: Int, at offset: Int) throws(Fault) -> Int {
        try require(length, at: offset)
        var value = 0
        for position in (offset..<(offset + length)).reversed() { value = value << 8 | Int(unsafe bytes[position]) }
        guard value >= 0 else { throw .corrupt }
        return value
    }

    /// Eight bytes as one number, the least significant first.
    @inline(__always)
    func littleWord(at offset: Int) -> UInt64? {
        guard holds(8, at: offset) else { return nil }
        return unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    func code(at offset: Int) throws(Fault) -> FourCC {
        FourCC(UInt32(truncatingIfNeeded: try big(4, at: offset)))
    }

    /// Whether `text` lies at `offset`.
    func reads(_ text: String, at offset: Int = 0) -> Bool {
        guard holds(text.utf8.count, at: offset) else { return false }
        var position = offset
        for byte in text.utf8 {
            if unsafe bytes[position] != byte { return false }
            position += 1
        }
        return true
    }

    func part(at offset: Int, count length: Int) throws(Fault) -> ByteWindow {
        try require(length, at: offset)
        return clipped(at: offset, count: length)
    }

    /// As much of a part as there is.
    func clipped(at offset: Int, count length: Int = .max) -> ByteWindow {
        let start = min(max(offset, 0), count)
        let length = min(max(length, 0), count - start)
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)])
        return unsafe ByteWindow(part, reachesEndOfFile: reachesEndOfFile && start + length == count)
    }

    func position(of byte: UInt8, from start: Int) -> Int? {
        guard holds(1, at: start), let base = unsafe bytes.baseAddress,
            let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    /// Whether there is nothing but zeros from `start` on.
    func isZero(from start: Int) -> Bool {
        unsafe bytes.dropFirst(max(start, 0)).allSatisfy { $0 == 0 }
    }

    /// Whether `text` lies anywhere in the window.
    func holdsText(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var start = 0
        while let next = position(of: first, from: start) {
            if reads(text, at: next) { return true }
            start = next + 1
        }
        return false
    }

    /// Where the last `text` begins within the final `reach` bytes.
    func lastPosition(of text: String, within reach: Int) -> Int? {
        let last = count - text.utf8.count
        guard last >= 0 else { return nil }
        return (max(0, count - reach)...max(last, max(0, count - reach))).last { reads(text, at: $0) }
    }

    /// What the first bytes announce.
    var signature: MediaKind {
        let head = unsafe Array(bytes.prefix(Signature.headLength))
        return Signature.kind(of: head.span)
    }

    /// Lends the bytes for a computation over all of them; they must not outlive the call.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        unsafe body(bytes)
    }

    private func require(_ length: Int, at offset: Int) throws(Fault) {
        guard holds(length, at: offset) else { throw reachesEndOfFile ? .truncated : .corrupt }
    }
}
