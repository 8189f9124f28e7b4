internal import FlowControl
internal import HTTPServer
internal import Synchronization

/// One request on its way through the service.
struct Call: Sendable {
    let head: RequestHead
    /// The caller's own id, or one of ours.
    let id: String
    /// What links it to its caller's work, as `traceparent` has it; see www.w3.org/TR/trace-context.
    let trace: String?
    let start = ContinuousClock.now
    var route = "none"
    var token: String?

    init(_ head: RequestHead) {
        self.head = head
        id = head.first("x-request-id").flatMap { Self.isHarmless($0) ? $0 : nil } ?? Self.newID()
        trace = head.first("traceparent").flatMap { Self.isHarmless($0) ? $0 : nil }
    }

    var milliseconds: Double { (start.duration(to: .now).milliseconds * 10).rounded() / 10 }

    /// Whether it has a line in the log, and its answer its id.
    ///
    /// What anybody fetches, thousands of times a second, is counted only; caches hand it on to others, for whom an id would
    /// be of somebody else's request.
    var isTold: Bool { token != nil || !["media", "page", "healthz"].contains(route) }

    /// What may stand in a log and in a header of ours as it is.
    private static func isHarmless(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            }
    }

    /// What all ids of this process begin with; a number follows, as chance costs a call to the system.
    private static let start = String(UInt64.random(in: 0...(.max)), radix: 36) + "-"
    private static let count = Atomic(0)

    private static func newID() -> String {
        start + String(count.add(1, ordering: .relaxed).newValue, radix: 36)
    }
}
