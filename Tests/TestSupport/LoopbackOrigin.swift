internal import Glibc
internal import Synchronization

/// A scripted HTTP host on the loopback network: it does exactly what a test says, however wrong that is.
package final class LoopbackOrigin: Sendable {
    private struct State {
        var requests: [String] = []
        var bodies: [String] = []
        /// Requests so far for each path.
        var counts: [String: Int] = [:]
        var connections: [Int32] = []
        var isClosed = false
    }

    /// The address and port that it listens on.
    package let address: String
    package let port: Int
    private let listener: LoopbackSocket
    private let answers: [String: [Answer]]
    private let state = Mutex(State())
    private let threads = OwnThreads()

    private init(on address: String, _ answers: [String: [Answer]]) throws {
        listener = try LoopbackSocket(on: address, backlog: 4_096)
        self.address = address
        port = listener.port
        self.answers = answers
    }

    /// Serves while the closure runs; a path with no answer, and none for `*`, gets a 404.
    ///
    /// Of several answers for a path each serves one request, and the last one all further requests.
    ///
    /// All connections are shut and all threads have ended when this returns.
    package static func serving<Value>(
        on address: String = "127.0.0.1", _ answers: [String: [Answer]],
        _ body: (LoopbackOrigin) async throws -> Value
    ) async throws -> Value {
        let origin = try LoopbackOrigin(on: address, answers)
        origin.threads.start { origin.accept() }
        do {
            let value = try await body(origin)
            await origin.close()
            return value
        } catch {
            await origin.close()
            throw error
        }
    }

    /// Serves one answer for each path.
    package static func serving<Value>(
        on address: String = "127.0.0.1", _ answers: [String: Answer], _ body: (LoopbackOrigin) async throws -> Value
    ) async throws -> Value {
        try await serving(on: address, answers.mapValues { [$0] }, body)
    }

    /// Serves one answer after the other, whatever the path.
    package static func serving<Value>(
        on address: String = "127.0.0.1", inTurn answers: [Answer], _ body: (LoopbackOrigin) async throws -> Value
    ) async throws -> Value {
        try await serving(on: address, ["*": answers], body)
    }

    /// Serves one answer for every path.
    package static func serving<Value>(
        on address: String = "127.0.0.1", _ answer: Answer, _ body: (LoopbackOrigin) async throws -> Value
    ) async throws -> Value {
        try await serving(on: address, ["*": answer], body)
    }

    package func url(_ path: String = "/picture.jpg", host: String? = nil) -> String {
        "http://\(host ?? address):\(port)\(path)"
    }

    /// The heads of the requests that came, in order, as they came.
    package var requests: [String] { state.withLock { $0.requests } }

    /// The bodies of the requests that are kept, in order.
    package var bodies: [String] { state.withLock { $0.bodies } }

    private func accept() {
        while let connection = listener.accepted() {
            let isWanted = state.withLock { state in
                if !state.isClosed { state.connections.append(connection.number) }
                return !state.isClosed
            }
            guard isWanted else {
                Glibc.close(connection.number)
                continue
            }
            threads.start { self.serve(connection) }
        }
    }

    private func serve(_ connection: LoopbackSocket) {
        let request = connection.receiveHead()
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let script = answers[path] ?? answers["*"] ?? [.status("404 Not Found")]
        let number = state.withLock { state in
            state.requests.append(request)
            let key = answers[path] == nil ? "*" : path
            defer { state.counts[key, default: 0] += 1 }
            return state.counts[key, default: 0]
        }
        let answer = script[min(number, script.count - 1)]
        for step in answer.steps where !perform(step, on: connection, for: request) { break }
        state.withLock { $0.connections.removeAll { $0 == connection.number } }
        Glibc.close(connection.number)
    }

    /// `false` when the other side has gone.
    private func perform(_ step: Step, on connection: LoopbackSocket, for request: String) -> Bool {
        switch step {
        case .send(let bytes): return connection.send(bytes)
        case .file(let file):
            return file.answer(to: request).steps.allSatisfy { perform($0, on: connection, for: request) }
        case .pause(let duration): return connection.pause(duration)
        case .hold: return connection.pause(nil)
        case .drip(let bytes, let interval):
            while connection.send(bytes), connection.pause(interval) {}
            return false
        case .endless(let bytes):
            while connection.send(bytes) {}
            return false
        case .takeBody(let most):
            let count = Self.bodyLength(of: request)
            if request.lowercased().contains("\r\nexpect: 100-continue\r\n") {
                guard connection.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return false }
            }
            return connection.skip(min(most, count))
        case .keepBody:
            let body = String(decoding: connection.receive(Self.bodyLength(of: request)), as: UTF8.self)
            state.withLock { $0.bodies.append(body) }
            return true
        case .reset:
            connection.setToReset()
            return false
        }
    }

    private static func bodyLength(of request: String) -> Int {
        let length = request.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
        return length.flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0
    }

    private func close() async {
        state.withLock { state in
            state.isClosed = true
            for connection in state.connections { LoopbackSocket(owning: connection).shut() }
        }
        listener.shut()
        await threads.allEnded()
        Glibc.close(listener.number)
    }
}
