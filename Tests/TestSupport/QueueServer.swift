internal import FlowControl
internal import Foundation
internal import Glibc
internal import Synchronization

/// One real NATS server with JetStream on the loopback network, or a cluster of three.
package final class QueueServer: Sendable {
    package static let program = "/usr/sbin/nats-server"

    private struct Failed: Error, CustomStringConvertible { let description: String }

    /// How a client gets in, as lines of the server's configuration, and how a URL says so.
    package struct Access: Sendable {
        package var lines = ""
        /// What stands before the host in a URL, such as `user:password@`.
        package var credentials = ""
        package var scheme = "nats"

        package init(lines: String = "", credentials: String = "", scheme: String = "nats") {
            self.lines = lines
            self.credentials = credentials
            self.scheme = scheme
        }
    }

    private struct Node: Sendable {
        let port: Int
        let process: Int32
    }

    private let nodes: Mutex<[Node]>
    private let access: Access
    private let log: String

    private init(_ nodes: [Node], _ access: Access, log: String) {
        self.nodes = Mutex(nodes)
        self.access = access
        self.log = log
    }

    /// The servers as a client lists them.
    package var url: String {
        nodes.withLock { $0 }.map { "\(access.scheme)://\(access.credentials)127.0.0.1:\($0.port)" }
            .joined(separator: ",")
    }

    /// The port of one of them.
    package func port(of node: Int) -> Int { nodes.withLock { $0[node].port } }

    /// Serves while the closure runs; all servers are gone afterwards.
    package static func serving<Value>(
        nodes count: Int = 1, _ access: Access = Access(), in folder: String,
        _ body: (QueueServer) async throws -> Value
    ) async throws -> Value {
        let held = try (0..<2 * count).map { _ in try LoopbackSocket(on: "127.0.0.1", backlog: nil) }
        let ports = held.map(\.port)
        for socket in held { close(socket.number) }
        let routes = ports.suffix(count).map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
        var started: [Node] = []
        for number in 0..<count {
            let cluster =
                count > 1
                ? "cluster { name: test, listen: \"127.0.0.1:\(ports[count + number])\", routes: [\(routes)] }" : ""
            let file = "\(folder)/nats-\(number).conf"
            try """
            server_name: n\(number), listen: "127.0.0.1:\(ports[number])"
            jetstream { store_dir: "\(folder)/nats-\(number)", max_mem: 256MB, max_file: 2GB }
            log_file: "\(folder)/nats-\(number).log"
            \(cluster)
            \(access.lines)
            """.write(toFile: file, atomically: true, encoding: .utf8)
            started.append(Node(port: ports[number], process: try start(["-c", file])))
        }
        let server = QueueServer(started, access, log: "\(folder)/nats-0.log")
        do {
            try await server.waitUntilReady(cluster: count > 1, folder)
            let value = try await body(server)
            await server.stopAll()
            return value
        } catch {
            await server.stopAll()
            throw error
        }
    }

    /// Ends one of the servers, as a power cut would.
    package func kill(node: Int) {
        let process = nodes.withLock { $0[node].process }
        _ = Glibc.kill(process, SIGKILL)
    }

    private static func start(_ arguments: [String]) throws -> Int32 {
        let server = Process()
        server.executableURL = URL(filePath: program)
        server.arguments = arguments
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        return server.processIdentifier
    }

    /// Waits for the words that a server writes once it serves; a cluster must also have agreed on who leads.
    private func waitUntilReady(cluster: Bool, _ folder: String) async throws {
        let count = nodes.withLock { $0.count }
        for _ in 0..<600 {
            let logs = (0..<count).map {
                (try? String(contentsOfFile: "\(folder)/nats-\($0).log", encoding: .utf8)) ?? ""
            }
            let areUp = logs.allSatisfy { $0.contains("Server is ready") }
            let hasLeader = !cluster || logs.contains { $0.contains("Self is new JetStream cluster metadata leader") }
            if areUp, hasLeader { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failed(description: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "no log")
    }

    private func stopAll() async {
        let processes = nodes.withLock { $0 }.map(\.process)
        for process in processes { _ = Glibc.kill(process, SIGKILL) }
        // They are reaped by Foundation; their folders may go once they are.
        await BlockingLane().run {
            for process in processes {
                for _ in 0..<200 where Glibc.kill(process, 0) == 0 { usleep(10_000) }
            }
        }
    }
}
