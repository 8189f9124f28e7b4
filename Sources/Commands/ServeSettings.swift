internal import HTTPServer
internal import Serving

/// What only `affix serve` is told.
struct ServeSettings: Sendable {
    var listen = "127.0.0.1:8080"
    var service = ServiceConfiguration()
}
