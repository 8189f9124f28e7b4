package import AttachmentModel
package import FlowControl
package import Handover

/// Where renditions are published: named by their bytes, whole or not there, and kept for as long as receipts promise.
///
/// There are two forms, a folder and an object storage.
package protocol Shelf: Sendable {
    /// Where it is, for people.
    var place: String { get }

    /// The folder that a server of this machine can serve, as an absolute path; `nil` where there is none.
    var servedFolder: String? { get }

    /// Stores a rendition, durable and whole, and says where it is.
    ///
    /// - Parameter copyPath: a file that gets the same bytes besides.
    func publish(
        _ rendition: borrowing Rendition, copyPath: String?, until deadline: Deadline
    ) async throws(PreparationError) -> Publication

    /// Finds a file that was published before and makes it stay as if it were new; `nil` when it is not there any more.
    func renew(digest: String, facts: MediaFacts) async -> Publication?

    /// What was published, to be read again.
    func published(digest: String, facts: MediaFacts) async throws(PreparationError) -> MediaSource

    /// Finds out whether a file could be published, and leaves none.
    func probe() async throws(PreparationError)

    /// Goes through all published files and finds those whose time is up.
    ///
    /// Whatever is not named as affix names its files is left alone. Safe while others publish and serve.
    func collect(_ order: CollectionOrder) async throws(PreparationError) -> ShelfCollection

    /// Whether a published file is there with the bytes of its name.
    func isWhole(digest: String, fileExtension: String) async -> Bool

    /// Removes what was published under a digest, whatever its age.
    ///
    /// - Parameter fileExtension: one that it was published with, if that is known: its URL is told also when the file
    ///   has gone already.
    func withdraw(digest: String, fileExtension: String?) async throws(PreparationError) -> ShelfWithdrawal
}

/// Asked about the digest of everything that is about to appear on a shelf, and once more when it has: what was withdrawn
/// in between goes again.
///
/// It throws what whoever publishes then gets, and may block.
package typealias Admission = @Sendable (_ digest: String) throws(PreparationError) -> Void

extension Shelf {
    /// Seconds for which a file stays after it was last published or asked for.
    ///
    /// A day more than what receipts promise, as a file that is asked for again is not renewed each time.
    static var retention: Int { Publication.secondsKept + renewalInterval }

    /// A file that was renewed within this many seconds is left as it is, so that what web servers and caches make of its
    /// time, such as an ETag, does not change with every campaign, and no copy is paid for twice a day.
    static var renewalInterval: Int { 86_400 }
}
