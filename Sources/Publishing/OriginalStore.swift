package import AttachmentModel
package import Handover

/// Where uploads are kept unchanged for whoever sent them; nothing in it is ever served to strangers.
///
/// Names are digests, without an extension: what the bytes are is nobody's business here.
package protocol OriginalStore: Sendable {
    /// Keeps a file, or lets one that is there stay for as long as if it were new.
    ///
    /// - Returns: until when it stays, in seconds since 1970.
    /// - Throws: `publish-no-space` when it does not fit beside the others, or the disk is full.
    func keep(_ file: HeldFile, now: Int) async throws(PreparationError) -> Int

    /// Opens an original; `nil` when there is none of this name.
    func open(_ digest: String) async throws(PreparationError) -> OwnedDescriptor?

    /// Removes an original, however young it is; gives whether it was there.
    func remove(_ digest: String) async throws(PreparationError) -> Bool

    /// What is kept on this machine alone, so that nobody else removes it; blocks.
    var digests: [String] { get }

    /// Finds the originals whose time is up, and removes them when told to.
    func collect(now: Int, removes: Bool) async throws(PreparationError) -> ShelfCollection
}

extension OriginalStore {
    static func full(_ most: Int, used: Int, _ count: Int) -> PreparationError {
        PreparationError(
            .publishNoSpace,
            "The original has \(count) bytes; all together may take \(most), of which \(used) are taken")
    }
}
