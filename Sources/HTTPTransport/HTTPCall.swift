package import AttachmentModel
package import FlowControl

/// One request to one host.
package struct HTTPCall: Sendable {
    package var url: String
    /// The host as it stands in `url`; an IPv6 literal without brackets.
    package var host: String
    package var port: Int
    /// Numeric addresses that have been judged: the connection is pinned to them, whatever the name resolves to
    /// meanwhile.
    ///
    /// `nil` for a host of the operator's own, whose name the machine resolves when it is dialled.
    package var addresses: [String]?
    package var userAgent: String
    /// Sent besides ours; never one that ours or libcurl's own would contradict.
    package var headers: [HTTPHead.Header]
    /// Trusted roots in place of the system's.
    package var caFile: String?
    package var budgets: StageBudgets
    /// The end of everything, whatever the budgets say.
    package var deadline: Deadline
    package var method = HTTPMethod.get
    package var acceptance = HTTPAcceptance.media
    /// Signs the request for an object storage.
    ///
    /// That is the operator's own, and asked often: only its connections serve more than one exchange.
    package var signature: HTTPSignature?

    package init(
        url: String, host: String, port: Int, addresses: [String]?, userAgent: String,
        headers: [HTTPHead.Header] = [], caFile: String? = nil, budgets: StageBudgets, deadline: Deadline
    ) {
        self.url = url
        self.host = host
        self.port = port
        self.addresses = addresses
        self.userAgent = userAgent
        self.headers = headers
        self.caFile = caFile
        self.budgets = budgets
        self.deadline = deadline
    }
}
