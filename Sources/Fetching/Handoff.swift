internal import AttachmentModel
internal import Handover
internal import Synchronization

/// Carries a download across a continuation, which takes copyable values only.
final class Handoff: Sendable {
    private let download: Mutex<Download?>

    init(_ download: consuming Download) {
        self.download = Mutex(download)
    }

    /// The download, for the one who asks first.
    func take() throws(PreparationError) -> Download {
        guard let download = download.withLock({ $0.take() }) else { throw PreparationError(.internalFault) }
        return download
    }
}
