internal import AttachmentModel

/// Somebody who is to be told of the end of a job.
struct Callback: Equatable, Sendable {
    /// The job's.
    let id: String
    let link: String
    /// How often it was tried in vain.
    var tries: Int
    /// When it is due, in seconds since 1970.
    var time: Int

    /// Scheme, host and port: whose turn it is, and all that is told in a log.
    var place: String {
        MediaSource.link(link).redacted.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
            .joined(separator: "/").prefix { $0 != "?" }.lowercased()
    }
}
