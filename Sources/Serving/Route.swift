internal import HTTPServer

/// What a request is about, told by its method and path.
enum Route: Hashable, Sendable {
    /// Prepare one source, or many.
    case prepare
    /// Judge a source, and publish nothing.
    case inspect
    /// The receipts of late, for the page.
    case recent
    /// The receipt of a published file, by what follows `/v1/attachments/`.
    case receipt(String)
    /// Take it off the shelf, and keep it off.
    case withdrawal(String)
    /// An upload that was kept, by what follows `/v1/originals/`.
    case original(String)
    /// A file of the page for people, by its path.
    case page(String)
    /// A published file, by what follows `/media/`.
    case media(String)
    /// Prepare what a signed link names, and lead to it.
    case render
    /// What has become of a job.
    case job(String)
    /// How all of this is asked for, for programs.
    case description
    /// Whether the process lives.
    case health
    /// Whether it can do its work.
    case readiness
    case metrics

    /// Throws 404 for a path that is nowhere, 405 for one that takes other methods.
    init(_ head: RequestHead) throws(RequestFault) {
        let choices = Self.choices(for: head.path)
        guard !choices.isEmpty else { throw RequestFault(.notFound, "Nothing is at this path") }
        guard let choice = choices.first(where: { $0.methods.contains(head.method) }) else {
            let allowed = choices.flatMap(\.methods).joined(separator: ", ")
            var fault = RequestFault(.method, "This path takes \(allowed)")
            fault.headers = [("Allow", allowed)]
            throw fault
        }
        self = choice.route
    }

    /// Its name in logs and metrics, which tells nothing of the request.
    var name: String {
        switch self {
        case .prepare: "prepare"
        case .inspect: "inspect"
        case .recent: "recent"
        case .receipt: "receipt"
        case .withdrawal: "withdraw"
        case .original: "original"
        case .page: "page"
        case .media: "media"
        case .render: "render"
        case .job: "job"
        case .description: "openapi"
        case .health: "healthz"
        case .readiness: "readyz"
        case .metrics: "metrics"
        }
    }

    /// Whether it makes this machine work for whoever asks, or shows what others asked for, so that a token is needed.
    var isGuarded: Bool {
        switch self {
        case .prepare, .inspect, .recent, .receipt, .withdrawal, .original, .job: true
        case .page, .media, .render, .description, .health, .readiness, .metrics: false
        }
    }

    private typealias Choice = (methods: [String], route: Route)

    private static func choices(for path: String) -> [Choice] {
        if path.hasPrefix("/media/") { return [(["GET", "HEAD"], .media(String(path.dropFirst(7))))] }
        if path.hasPrefix("/v1/originals/") { return [(["GET", "HEAD"], .original(String(path.dropFirst(14))))] }
        if path.hasPrefix("/v1/attachments/") {
            let digest = String(path.dropFirst(16))
            return [(["GET", "HEAD"], .receipt(digest)), (["DELETE"], .withdrawal(digest))]
        }
        if Page.has(path) { return [(["GET", "HEAD"], .page(path))] }
        if path.hasPrefix("/v1/jobs/") { return [(["GET", "HEAD"], .job(String(path.dropFirst(9))))] }
        return switch path {
        case "/v1/attachments": [(["POST"], .prepare), (["GET", "HEAD"], .recent)]
        case "/v1/inspections": [(["POST"], .inspect)]
        case "/render": [(["GET", "HEAD"], .render)]
        case "/openapi.json": [(["GET", "HEAD"], .description)]
        case "/healthz": [(["GET", "HEAD"], .health)]
        case "/readyz": [(["GET", "HEAD"], .readiness)]
        case "/metrics": [(["GET", "HEAD"], .metrics)]
        default: []
        }
    }
}
