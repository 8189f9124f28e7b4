internal import AttachmentModel
internal import FlowControl
internal import HTTPServer
internal import Synchronization

/// A server on a port of its own that does what a closure says.
struct TestServer: Sendable {
    private struct Handler: RequestHandler {
        let file: @Sendable () -> FileAnswer?
        let judge: @Sendable (RequestHead) -> Reception

        func file(for target: String) -> FileAnswer? { target == "/file" ? file() : nil }
        func receive(_ head: RequestHead) -> Reception { judge(head) }
        func tooLarge(_ head: RequestHead, limit: Int) -> Answer { Answer(413) }
        func late(_ head: RequestHead) -> Answer { Answer(408) }
        func crowded(_ head: RequestHead) -> Answer { Answer(503) }
        func unclear(_ head: RequestHead, _ fault: HeadFault) -> Answer { Answer(400) }
        func cutOff() -> Answer { Answer(503, type: "text/plain", "cut off") }
    }

    let port: Int
    private let server: HTTPServer

    /// - Parameter file: makes what is sent for `/file` when nothing speaks against that.
    init(
        limits: ServerLimits = ServerLimits(), file: @escaping @Sendable () -> FileAnswer? = { nil },
        _ judge: @escaping @Sendable (RequestHead) -> Reception
    ) throws {
        guard let address = ListenAddress("127.0.0.1:0") else { throw PreparationError(.internalFault) }
        let socket = try ListeningSocket(at: address)
        port = socket.port
        server = try HTTPServer(at: socket, limits: limits, handler: Handler(file: file, judge: judge))
    }

    var connections: Int { server.connections }

    func drain(_ time: Duration) async -> Bool { await server.drain(until: Deadline(in: time), farewell: Answer(503)) }
}

extension ServerLimits {
    /// For tests of what is cut.
    static var impatient: ServerLimits {
        var limits = ServerLimits()
        limits.headTime = .milliseconds(300)
        limits.keepAlive = .milliseconds(300)
        return limits
    }
}

/// Something that happens once, which others wait for.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isSet: Bool { state.withLock { $0.isSet } }

    func set() {
        let waiters = state.withLock { state in
            state.isSet = true
            let waiters = state.waiters
            state.waiters = []
            return waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiters.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}
