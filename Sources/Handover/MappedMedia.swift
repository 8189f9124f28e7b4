internal import CDescriptors
internal import Glibc

/// The bytes of an open file, mapped read-only for as long as this object lives.
///
/// Only the worker maps a stranger's bytes. The file must not shrink meanwhile: a spool is ours alone, and a caller's
/// own file that shrinks costs one worker, never the front.
@safe package final class MappedMedia: Sendable {
    /// The size in bytes, those that close it included.
    package let count: Int
    private nonisolated(unsafe) let start: UnsafeRawPointer?

    /// Maps `count` bytes of the file; `nil` when the system refuses.
    ///
    /// An empty file maps to nothing.
    ///
    /// - Parameter closing: bytes that follow those of the file, in this mapping only; they count among them. Nothing of
    ///   the file is copied but its last page.
    package init?(_ descriptor: Int32, count: Int, closing: [UInt8] = []) {
        guard count > 0 else {
            guard count == 0 else { return nil }
            self.count = 0
            unsafe start = nil
            return
        }
        let (whole, isTooMuch) = count.addingReportingOverflow(closing.count)
        guard !isTooMuch, let mapping = unsafe Self.map(descriptor, count, room: whole) else { return nil }
        if !closing.isEmpty { unsafe (mapping + count).copyMemory(from: closing, byteCount: closing.count) }
        self.count = whole
        unsafe start = UnsafeRawPointer(mapping)
    }

    /// Maps the file, and behind it what `room` asks for beyond its last page.
    private static func map(_ descriptor: Int32, _ count: Int, room: Int) -> UnsafeMutableRawPointer? {
        guard room > count else {
            return unsafe valid(mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0))
        }
        // Writing to a private mapping changes a copy of the page, never the file.
        let access = PROT_READ | PROT_WRITE
        guard let place = unsafe valid(mmap(nil, room, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) else { return nil }
        guard let file = unsafe valid(mmap(place, count, access, MAP_PRIVATE | MAP_FIXED, descriptor, 0)) else {
            unsafe munmap(place, room)
            return nil
        }
        return unsafe file
    }

    /// The mapping; `nil` for what `mmap` returns when it refuses.
    private static func valid(_ mapping: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        unsafe mapping == UnsafeMutableRawPointer(bitPattern: -1) ? nil : mapping
    }

    deinit {
        if let start = unsafe start { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }
    }

    /// Maps the pages of a part at once, before all of it is read: one fault for each of them would take longer than
    /// copying it.
    package func populate(_ range: Range<Int>) {
        guard let start = unsafe start, range.lowerBound >= 0, range.upperBound <= count else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = range.lowerBound / page * page
        // MADV_POPULATE_READ. A kernel before 5.14 knows it not, and maps page by page as ever.
        _ = unsafe madvise(UnsafeMutableRawPointer(mutating: start + first), range.upperBound - first, 22)
    }

    /// Lends the bytes; the pointer must not outlive the call.
    package func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
