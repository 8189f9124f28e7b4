package import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
package import Handover
internal import Publishing

extension Preparer {
    /// Keeps an upload unchanged.
    ///
    /// - Returns: until when it stays; RFC 3339 in UTC.
    /// - Throws: `publish-no-space` when it does not fit beside the others.
    package func keepOriginal(_ file: HeldFile) async throws(PreparationError) -> String {
        let originals = originals
        let end = try await BlockingLane().run { () throws(PreparationError) in
            try originals.keep(file, now: Int(Date().timeIntervalSince1970))
        }
        return Date(timeIntervalSince1970: Double(end)).formatted(.iso8601)
    }

    /// Opens an upload that was kept; `nil` when there is none of this digest.
    package func original(_ digest: String) -> OwnedDescriptor? { originals.open(digest) }
}
