internal import AttachmentModel
internal import FlowControl
internal import Glibc
internal import Index
internal import Publishing
internal import Synchronization

/// Keeps what was withdrawn from being published again.
///
/// Others withdraw while this process works, so it looks each time: without a list that is one call to the system, with
/// one a lookup of some microseconds. A list that is there, or that a fleet shares, and cannot be read stops the work:
/// whatever was withdrawn may be in it.
final class Takedown: Sendable {
    private struct State {
        var local: BlockList?
        /// Whether it was told that the fleet's list cannot be read.
        var hasTold = false
    }

    private let folder: String
    private let shared: (any BlockStore)?
    private let onTrouble: (@Sendable (String) -> Void)?
    private let disk = DiskLane()
    private let state = Mutex(State())

    init(_ configuration: PreparerConfiguration) {
        folder = configuration.state
        shared = configuration.fleet.withdrawn
        onTrouble = configuration.onTrouble
    }

    /// Throws `source-withdrawn` for a source that is on the list.
    func check(_ source: MediaSource) async throws(PreparationError) {
        guard isThere, let key = source.blockKey else { return }
        try await ask { [self] () throws(PreparationError) in try check(key, "The source has been withdrawn") }
    }

    /// The same for the bytes of a source, whatever URL they came from.
    func check(bytes digest: String?) async throws(PreparationError) {
        guard isThere, let digest else { return }
        try await ask { [self] () throws(PreparationError) in
            try check(BlockKey(digest: digest), "The bytes of the source have been withdrawn")
        }
    }

    /// The same for what has been published.
    func check(published digest: String) async throws(PreparationError) {
        guard isThere else { return }
        try await ask { [self] () throws(PreparationError) in try check(rendition: digest) }
    }

    /// The same for what is about to be published; blocks.
    func check(rendition digest: String) throws(PreparationError) {
        guard isThere else { return }
        try check(BlockKey(digest: digest), "What was made of the source has been withdrawn")
    }

    private func ask(_ body: @escaping @Sendable () throws(PreparationError) -> Void) async throws(PreparationError) {
        try await disk.ask("state folder", body)
    }

    /// Whether anything may have been withdrawn.
    var isThere: Bool { shared != nil || hasFile }
    private var hasFile: Bool { unsafe access(BlockList.path(in: folder), F_OK) == 0 }

    private func check(_ key: BlockKey, _ words: String) throws(PreparationError) {
        for list in try asking({ () throws(IndexFault) in try lists() }) {
            let isBlocked = try asking { () throws(IndexFault) in try list.contains(key) }
            if isBlocked { throw PreparationError(.sourceWithdrawn, words) }
        }
        state.withLock { $0.hasTold = false }
    }

    /// Other texts once somebody else has withdrawn something, or allowed it again; `nil` when that cannot be found out.
    func revisions() async -> [String]? {
        guard isThere else { return [] }
        return await disk.run { [self] in
            do throws(IndexFault) {
                return try lists().map { (list) throws(IndexFault) in try list.revision() }
            } catch {
                return nil
            }
        } ?? nil
    }

    /// Where it is put what is withdrawn from here on; a file is made when there is none yet.
    func list() throws(IndexFault) -> any BlockStore {
        if let shared { return shared }
        return try local()
    }

    /// All that count: what a machine withdrew by itself still holds after it has joined a fleet.
    func lists() throws(IndexFault) -> [any BlockStore] {
        guard let shared else { return [try local()] }
        return hasFile ? [shared, try local()] : [shared]
    }

    private func local() throws(IndexFault) -> BlockList {
        let outcome = state.withLock { (state) -> Result<BlockList, IndexFault> in
            Result { () throws(IndexFault) in
                if let list = state.local { return list }
                let list = try BlockList(in: folder)
                state.local = list
                return list
            }
        }
        return try outcome.get()
    }

    /// Asks about what is withdrawn; without an answer nothing may go on.
    func asking<Value>(_ body: () throws(IndexFault) -> Value) throws(PreparationError) -> Value {
        do throws(IndexFault) {
            return try body()
        } catch {
            guard shared != nil, error.mayPass else { throw PreparationError(.configurationMachine, error.words) }
            let isNew = state.withLock { state in
                defer { state.hasTold = true }
                return !state.hasTold
            }
            if isNew { onTrouble?(error.words + ". Nothing is prepared until it does.") }
            // Not this machine's fault: the item is tried again, and others may fare better.
            throw PreparationError(.queueUnreachable, error.words, stage: .source)
        }
    }
}
