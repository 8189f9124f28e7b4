internal import AttachmentModel
internal import Glibc
internal import Handover

/// The file of results: one line for each item, only ever appended to, and locked while a run writes it.
///
/// A line is handed to the system as soon as its item is answered, so that it outlives this process however that ends.
/// The disk is made to keep it by `settle`, once a second: a power cut costs at most the last second's lines, and their
/// items are simply done again. Forcing every line to disk would cost more than preparing a small picture.
struct Journal: ~Copyable {
    private let path: String
    private let descriptor: OwnedDescriptor
    /// The size in bytes, all of it whole lines.
    private(set) var end: Int
    /// Bytes of a torn last line that were cut off.
    let torn: Int

    /// Opens or makes a journal, locks it, and cuts off a last line that was not written whole.
    ///
    /// A file that no run of affix can have begun is refused, and nothing of it is touched.
    init(at path: String) throws(PreparationError) {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o644)
        guard number >= 0 else { throw JournalFault.last(path, "cannot be opened") }
        let descriptor = OwnedDescriptor(owning: number)
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw JournalFault.last(path, "cannot be locked") }
            throw JournalFault.busy(path)
        }
        guard let size = descriptor.fileSize else {
            throw PreparationError(.configurationInvalid, "The journal \(path) is no regular file")
        }
        try JournalBeginning.check(
            Self.bytes(of: descriptor, at: 0, count: min(size, JournalBeginning.mostBytes)), path)
        let whole = try Self.wholeLines(of: descriptor, size, path)
        guard whole == size || ftruncate(number, whole) == 0 else {
            throw JournalFault.last(path, "cannot be repaired")
        }
        self.path = path
        self.descriptor = descriptor
        end = whole
        torn = size - whole
    }

    /// Appends a line whole or not at all; gives the place where it begins.
    mutating func append(_ line: String) throws(PreparationError) -> Int {
        let bytes = Array(line.utf8)
        var written = 0
        while written < bytes.count {
            let rest = bytes[written...]
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let problem = JournalFault.last(path, "cannot be written")
                _ = ftruncate(descriptor.number, end)
                throw problem
            }
            written += count
        }
        defer { end += bytes.count }
        return end
    }

    /// Makes what was appended outlive a power cut.
    func settle() throws(PreparationError) {
        guard fdatasync(descriptor.number) == 0 else { throw JournalFault.last(path, "cannot be written") }
    }

    /// Lets others lock the file; nothing may be written any more.
    func unlock() {
        _ = flock(descriptor.number, LOCK_UN)
    }

    /// The bytes at a place; fewer when the file ends before.
    func bytes(at place: Int, count: Int) -> [UInt8] { Self.bytes(of: descriptor, at: place, count: count) }

    /// Lends each line from a place on, without its end, and the place where it begins; gives the place behind the last.
    ///
    /// - Parameter most: bytes after which no further line is begun.
    @discardableResult
    func forEachLine<Failure: Error>(
        from place: Int, upTo most: Int = .max,
        _ body: (_ line: ArraySlice<UInt8>, _ start: Int) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        let first = place
        var place = place
        var pending: [UInt8] = []
        while place < end, place - pending.count - first < most {
            let piece = bytes(at: place, count: min(1 << 20, end - place))
            guard !piece.isEmpty else { return place }
            place += piece.count
            pending += piece
            var start = 0
            while let newline = pending[start...].firstIndex(of: 0x0A) {
                try body(pending[start..<newline], place - (pending.count - start))
                start = newline + 1
            }
            pending.removeFirst(start)
        }
        return place - pending.count
    }

    /// How many bytes are whole lines.
    private static func wholeLines(
        of descriptor: borrowing OwnedDescriptor, _ size: Int, _ path: String
    ) throws(PreparationError) -> Int {
        var end = size
        while end > 0 {
            let count = min(1 << 16, end)
            let piece = bytes(of: descriptor, at: end - count, count: count)
            guard piece.count == count else { throw JournalFault.last(path, "cannot be read") }
            if let newline = piece.lastIndex(of: 0x0A) { return end - count + newline + 1 }
            end -= count
        }
        return 0
    }

    private static func bytes(of descriptor: borrowing OwnedDescriptor, at place: Int, count: Int) -> [UInt8] {
        let number = descriptor.number
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            while filled < count {
                let got = unsafe pread(number, room.baseAddress?.advanced(by: filled), count - filled, filled + place)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
