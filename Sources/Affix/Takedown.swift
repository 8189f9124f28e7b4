internal import AttachmentModel
internal import FlowControl
internal import Glibc
internal import Index
internal import Synchronization

/// Keeps what was withdrawn from being published again.
///
/// Other processes withdraw while this one works, so it looks each time: without a list that is one call to the system,
/// with one a lookup of some microseconds. A list that is there and cannot be read stops the work: whatever was withdrawn
/// may be in it.
final class Takedown: Sendable {
    private let folder: String
    private let lane = BlockingLane()
    private let opened = Mutex<BlockList?>(nil)

    init(folder: String) {
        self.folder = folder
    }

    /// Throws `source-withdrawn` for a source that is on the list.
    func check(_ source: MediaSource) async throws(PreparationError) {
        guard isThere, let key = source.blockKey else { return }
        try await lane.run { [self] () throws(PreparationError) in try check(key, "The source has been withdrawn") }
    }

    /// The same for the bytes of a source, whatever URL they came from.
    func check(bytes digest: String?) async throws(PreparationError) {
        guard isThere, let digest else { return }
        try await lane.run { [self] () throws(PreparationError) in
            try check(BlockKey(digest: digest), "The bytes of the source have been withdrawn")
        }
    }

    /// The same for what has been published.
    func check(published digest: String) async throws(PreparationError) {
        guard isThere else { return }
        try await lane.run { [self] () throws(PreparationError) in try check(rendition: digest) }
    }

    /// The same for what is about to be published; blocks.
    func check(rendition digest: String) throws(PreparationError) {
        guard isThere else { return }
        try check(BlockKey(digest: digest), "What was made of the source has been withdrawn")
    }

    private var isThere: Bool { unsafe access(BlockList.path(in: folder), F_OK) == 0 }

    private func check(_ key: BlockKey, _ words: String) throws(PreparationError) {
        let isBlocked: Bool
        do throws(IndexFault) {
            isBlocked = try list().contains(key)
        } catch {
            throw PreparationError(.configurationMachine, error.words)
        }
        if isBlocked { throw PreparationError(.sourceWithdrawn, words) }
    }

    /// The list, which is made when there is none yet.
    func list() throws(IndexFault) -> BlockList {
        let outcome = opened.withLock { (opened) -> Result<BlockList, IndexFault> in
            Result { () throws(IndexFault) in
                if let opened { return opened }
                let list = try BlockList(in: folder)
                opened = list
                return list
            }
        }
        return try outcome.get()
    }
}
