package import Affix
package import AttachmentModel

/// What a batch needs of a preparer.
package protocol Preparing: Sendable {
    func prepare(
        _ request: AttachmentRequest, onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Receipt

    func inspect(
        _ request: AttachmentRequest, onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Inspection

    func checkStillAllowed(_ source: MediaSource, _ receipt: Receipt?) async throws(PreparationError)
}

extension Preparer: Preparing {}
