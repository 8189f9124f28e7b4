package import AttachmentModel
internal import Fetching
package import FlowControl

/// What a service needs to tell others of an end.
extension Preparer {
    /// Throws unless something may be sent to a link: by the rules of sources, and by http only to addresses that the
    /// operator has named.
    package func checkCallback(to link: String) async throws(PreparationError) {
        try await fetcher.checkPost(to: link, until: Deadline(in: configuration.budgets.name))
    }

    /// Sends a body to a link by POST, under the same rules.
    ///
    /// - Returns: the status of the answer, and how long whoever gave it asks to be left alone.
    package func post(
        _ body: [UInt8], to link: String, headers: [(name: String, value: String)], until deadline: Deadline
    ) async throws(PreparationError) -> (status: Int, pause: Duration?) {
        try await fetcher.post(body, to: link, headers: headers, until: deadline)
    }

    /// Throws for a source that no preparer would even begin to fetch, however it is configured.
    package static func check(_ source: MediaSource) throws(PreparationError) {
        try Fetcher.check(source)
    }
}
