package import Affix
package import AttachmentModel

/// What commands need of a preparer, so that their tests need no worker.
package protocol PreparationLine: Sendable {
    func prepare(
        _ request: AttachmentRequest, onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Receipt

    func inspect(
        _ request: AttachmentRequest, onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Inspection

    func examine() async -> [Finding]
}

extension Preparer: PreparationLine {}
