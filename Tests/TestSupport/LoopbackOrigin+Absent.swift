internal import Glibc

extension LoopbackOrigin {
    /// Lends a port that is taken, so that nobody else gets it, and on which nobody listens.
    package static func withClosedPort<Value>(
        on address: String = "127.0.0.1", _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let socket = try LoopbackSocket(on: address, backlog: nil)
        defer { close(socket.number) }
        return try await body(socket.port)
    }

    /// Lends a port whose queue of connections is full, so that a further one gets no answer at all.
    package static func withDeafPort<Value>(
        on address: String = "127.0.0.1", _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let listener = try LoopbackSocket(on: address, backlog: 0)
        let port = listener.port
        let fillers = try (0..<3).map { _ in try LoopbackSocket(on: address, backlog: nil) }
        defer { for socket in fillers + [listener] { close(socket.number) } }
        for filler in fillers { filler.connect(to: address, port: port) }
        return try await body(port)
    }
}
