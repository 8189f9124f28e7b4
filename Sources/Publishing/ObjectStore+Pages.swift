internal import AttachmentModel
internal import FlowControl
internal import ObjectStorage

extension ObjectStore {
    /// Lends the objects of a bucket whose keys begin with a text, page by page.
    ///
    /// - Parameter budget: how long one page may take.
    func forEachPage(
        of bucket: String, prefix: String, each budget: Duration,
        _ body: (ObjectPage) async throws(PreparationError) -> Void
    ) async throws(PreparationError) {
        var token: String?
        repeat {
            let page = try await page(of: bucket, prefix: prefix, after: token, until: Deadline(in: budget))
            try await body(page)
            guard page.next == nil || page.next != token else {
                throw PreparationError(
                    .publishFailed, "The storage at \(endpoint.words) gives one page of its list again and again")
            }
            token = page.next
        } while token != nil
    }
}
