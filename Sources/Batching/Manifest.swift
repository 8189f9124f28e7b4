package import AttachmentModel
internal import FoundationEssentials
internal import Glibc
internal import Handover
internal import Synchronization

/// One or more manifests, read piece by piece.
///
/// Reading blocks, so it belongs on a thread of its own, and on one at a time.
public final class Manifest: Sendable {
    /// A read takes at most this much, so that what is in memory does not grow with the file.
    private static let pieceBytes = 1 << 16

    private struct Reading: ~Copyable {
        let name: String
        let descriptor: OwnedDescriptor
        var reader: ManifestReader
        var hasEnded = false
    }

    private struct State: ~Copyable {
        var names: ArraySlice<String>
        var reading: Reading?
    }

    private let names: [String]
    private let form: ManifestForm?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - names: files, or `-` for standard input, in the order in which they are worked off.
    ///   - form: how they are written; `nil` to be told by each one's first line.
    public init(_ names: [String], form: ManifestForm? = nil) {
        self.names = names
        self.form = form
        state = Mutex(State(names: names[...], reading: nil))
    }

    /// The files that a word of a command line means: itself, or whatever a pattern such as `lists/*.csv` matches.
    public static func files(matching word: String) -> [String] {
        guard word != "-", word.contains(where: { "*?[".contains($0) }), unsafe access(word, F_OK) != 0 else {
            return [word]
        }
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob(word, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(unsafe found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
        }
    }

    /// Looks at every manifest, so that a wrong name is told before any work begins.
    ///
    /// Nothing is opened: a pipe would lose its writer when it is closed again.
    package func check() throws(PreparationError) {
        for name in names where name != "-" {
            guard unsafe access(name, R_OK) == 0 else { throw Self.unreadable(name) }
            guard Self.mode(of: name) != S_IFDIR else {
                throw PreparationError(.configurationInvalid, "The manifest \(name) is a folder")
            }
        }
    }

    private static func mode(of name: String) -> mode_t? {
        var status = stat()
        return unsafe stat(name, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// The entries that the next read completes, perhaps none; `nil` at the end of the last manifest.
    package func nextPiece() throws(PreparationError) -> [ManifestEntry]? {
        let outcome = state.withLock { (state) -> Result<[ManifestEntry]?, PreparationError> in
            Result { () throws(PreparationError) in try piece(&state) }
        }
        return try outcome.get()
    }

    private func piece(_ state: inout State) throws(PreparationError) -> [ManifestEntry]? {
        if state.reading == nil {
            guard let name = state.names.popFirst() else { return nil }
            state.reading = Reading(
                name: name, descriptor: try Self.open(name), reader: ManifestReader(named: name, form: form))
        }
        guard var reading = state.reading.take() else { return nil }
        let bytes = try Self.read(reading.name, reading.descriptor)
        try reading.reader.append(bytes)
        var entries: [ManifestEntry] = []
        while let entry = try reading.reader.next(isEnd: bytes.isEmpty) { entries.append(entry) }
        if !bytes.isEmpty { state.reading = consume reading }
        return entries
    }

    /// Counts the entries by reading everything once more; `nil` when something is no regular file.
    package func count() -> Int? {
        var count = 0
        for name in names {
            guard Self.mode(of: name) == S_IFREG, let descriptor = try? Self.open(name) else { return nil }
            var reader = ManifestReader(named: name, form: form)
            while true {
                guard let bytes = try? Self.read(name, descriptor), (try? reader.append(bytes)) != nil,
                    let more = try? reader.countRecords(isEnd: bytes.isEmpty)
                else { return nil }
                count += more
                if bytes.isEmpty { break }
            }
        }
        return count
    }

    private static func open(_ name: String) throws(PreparationError) -> OwnedDescriptor {
        let number = name == "-" ? dup(STDIN_FILENO) : unsafe Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw unreadable(name) }
        return OwnedDescriptor(owning: number)
    }

    private static func read(
        _ name: String, _ descriptor: borrowing OwnedDescriptor
    ) throws(PreparationError) -> [UInt8] {
        let number = descriptor.number
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pieceBytes) { room, count in
            var got = 0
            repeat { got = unsafe Glibc.read(number, room.baseAddress, pieceBytes) } while got < 0 && errno == EINTR
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        guard failure == 0 else {
            errno = failure
            throw unreadable(name)
        }
        return bytes
    }

    private static func unreadable(_ name: String) -> PreparationError {
        let reason = unsafe String(cString: strerror(errno))
        return PreparationError(.configurationInvalid, "The manifest \(name) cannot be read", detail: reason)
    }
}
