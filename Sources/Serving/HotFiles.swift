internal import Glibc
internal import HTTPServer
internal import Handover
internal import Synchronization

/// Published files that are asked for often, in memory.
///
/// A picture of 130 kB costs 32 µs of processor time when it is sent from there and 53 when the library sends it from its
/// file. Each time it is looked whether the file is still there as it was, so that what is withdrawn is gone here, too.
final class HotFiles: Sendable {
    /// What tells that a file is the one that was read.
    fileprivate struct Mark: Equatable {
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
        /// When it changed in any way: its own time can be put back.
        let changeSeconds: Int
        let changeNanoseconds: Int

        init(_ status: stat) {
            (inode, size) = (UInt(status.st_ino), Int(status.st_size))
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
            (changeSeconds, changeNanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        }
    }

    /// A file that is held.
    struct File: Sendable {
        let bytes: HeldBytes
        /// The answer to who wants all of it.
        let whole: PreparedAnswer
        fileprivate let path: String
        fileprivate let mark: Mark
    }

    fileprivate struct Entry {
        /// `nil` for one that was asked for once.
        var file: File?
        var lastUse: Int
    }

    fileprivate struct State {
        var entries: [String: Entry] = [:]
        var uses = 0
        var held = 0
    }

    fileprivate static let mostFiles = 256
    fileprivate static let mostBytes = 16 << 20
    /// A larger one is worth a call to the system for each part of it.
    private static let largest = 1 << 20

    private let state = Mutex(State())

    /// What is asked for by a name, if it is held and the file has not changed.
    func file(named name: String) -> File? {
        guard let file = state.withLock({ $0.use(name) }) else { return nil }
        var status = stat()
        if unsafe stat(file.path, &status) == 0, Mark(status) == file.mark { return file }
        state.withLock { $0.forget(name) }
        return nil
    }

    /// Holds an open file from its second time on.
    ///
    /// - Parameters:
    ///   - path: where it lies.
    ///   - name: what it is asked for by.
    ///   - headers: what stands before it when all of it is sent.
    func offer(
        _ file: borrowing OwnedDescriptor, at path: String, named name: String,
        headers: [(name: String, value: String)]
    ) {
        guard state.withLock({ $0.isWanted(name) }) else { return }
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_size <= Self.largest,
            let bytes = HeldBytes(file, count: Int(status.st_size)),
            let whole = PreparedAnswer(200, headers: headers, bytes)
        else { return }
        state.withLock { $0.hold(File(bytes: bytes, whole: whole, path: path, mark: Mark(status)), named: name) }
    }
}

extension HotFiles.State {
    fileprivate mutating func use(_ name: String) -> HotFiles.File? {
        guard let file = entries[name]?.file else { return nil }
        uses += 1
        entries[name]?.lastUse = uses
        return file
    }

    /// Notes that a file is asked for; whether it was before.
    fileprivate mutating func isWanted(_ name: String) -> Bool {
        uses += 1
        if entries[name] != nil { return true }
        entries[name] = HotFiles.Entry(lastUse: uses)
        makeRoom()
        return false
    }

    fileprivate mutating func hold(_ file: HotFiles.File, named name: String) {
        forget(name)
        uses += 1
        entries[name] = HotFiles.Entry(file: file, lastUse: uses)
        held += file.bytes.count
        makeRoom()
    }

    fileprivate mutating func forget(_ name: String) {
        held -= entries.removeValue(forKey: name)?.file?.bytes.count ?? 0
    }

    /// Lets go of what was not asked for the longest.
    private mutating func makeRoom() {
        while entries.count > HotFiles.mostFiles || held > HotFiles.mostBytes {
            guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
            forget(oldest.key)
        }
    }
}
