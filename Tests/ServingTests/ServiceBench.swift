internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import HTTPServer
internal import MediaSamples
internal import Synchronization
internal import TestSupport

@testable internal import Serving

/// A service that runs, with a shelf of its own, and a host it may fetch from.
struct ServiceBench: Sendable {
    let port: Int
    let shelf: String
    let state: String
    let origin: LoopbackOrigin
    private let service: Service
    private let server: HTTPServer
    private let log: Log

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// Lends a service; its folders go with it.
    static func with<Value>(
        _ answers: [String: [LoopbackOrigin.Answer]] = [:],
        settings: PreparerConfiguration = PreparerConfiguration(),
        _ change: (inout ServiceConfiguration, String) async throws -> Void = { _, _ in },
        _ body: (ServiceBench) async throws -> Value
    ) async throws -> Value {
        try await LoopbackOrigin.serving(answers) { origin in
            try await TemporaryFolder.with { folder in
                var settings = settings
                settings.shelf = folder + "/shelf"
                settings.state = folder + "/state"
                settings.baseURL = settings.baseURL ?? "https://cdn.example.com/media"
                settings.allowAddresses = ["127.0.0.1"]
                settings.allowPorts.append(origin.port)
                settings.workerPath = Products.path(of: "affix-worker")
                settings.budgets = .provoking()
                settings.remembers = true
                let log = Log()
                var configuration = ServiceConfiguration()
                configuration.log = { line in log.lines.withLock { $0.append(line) } }
                configuration.leastFreeBytes = 0
                try await change(&configuration, folder)
                guard let address = ListenAddress("127.0.0.1:0") else { throw CocoaError(.featureUnsupported) }
                let socket = try ListeningSocket(at: address)
                let port = socket.port
                let service = try Service(try Preparer(settings), settings, at: address, configuration)
                let server = try HTTPServer(at: socket, limits: configuration.server, handler: service)
                return try await body(
                    ServiceBench(
                        port: port, shelf: settings.shelf, state: settings.state, origin: origin, service: service,
                        server: server, log: log))
            }
        }
    }

    static let signingKey = SigningKey(bytes: Array(repeating: UInt8(ascii: "k"), count: 40))

    /// Writes that key into a file which nobody else may read.
    static func signingKey(in folder: String) -> String {
        let path = folder + "/key"
        TemporaryFolder.write(String(decoding: signingKey.bytes, as: UTF8.self), to: path)
        return path
    }

    /// What has become of a job once it is done.
    func ended(_ place: String) async throws -> [String: Any] {
        while true {
            let job = await get(place)?.object ?? [:]
            if job["state"] as? String == "done" { return job }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Has the service look for what it must not serve, as it does now and then; `false` when it knows that nothing has
    /// changed.
    func lookForWithdrawals() async -> Bool { await service.lookForWithdrawals() }

    /// Has the service say that it will end.
    func beginDraining() { service.beginDraining() }

    /// A number among the metrics; `nil` when it is not there.
    func metric(_ name: String) async -> Double? {
        let lines = await get("/metrics")?.text.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// Has the service end, as a signal would.
    func drain(_ time: Duration) async -> Bool {
        await server.drain(until: Deadline(in: time), farewell: Service.farewell)
    }

    /// What another process of this machine would work with.
    func otherPreparer() throws -> Preparer {
        var settings = PreparerConfiguration()
        (settings.shelf, settings.state) = (shelf, state)
        return try Preparer(settings)
    }

    func delete(_ path: String) async -> RawClient.Answer? { await get(path, method: "DELETE") }

    var logLines: [String] { log.lines.withLock { $0 } }

    func get(_ path: String, method: String = "GET", headers: [String] = []) async -> RawClient.Answer? {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers
        return await RawClient.ask(port, lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    func post(_ path: String, _ body: String, headers: [String] = []) async -> RawClient.Answer? {
        let lines =
            [
                "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
                "Content-Length: \(body.utf8.count)",
            ] + headers
        return await RawClient.ask(port, lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Sends bytes as the body of a request.
    func upload(
        _ bytes: [UInt8], to path: String = "/v1/attachments", type: String = "image/jpeg", headers: [String] = []
    ) async -> RawClient.Answer? {
        let lines =
            ["POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: \(type)", "Content-Length: \(bytes.count)"]
            + headers
        let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        return await RawClient.talking(to: port) { client in
            client.send(head + bytes)
            return client.readAnswer()
        }
    }

    /// Orders an attachment of a path of the origin.
    func order(_ path: String, _ rest: String = "") async -> RawClient.Answer? {
        await post("/v1/attachments", #"{"source": "\#(origin.url(path))"\#(rest)}"#)
    }
}

extension RawClient.Answer {
    /// The body as JSON.
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }
}

extension LoopbackOrigin.Answer {
    static func sample(_ sample: MediaSample) throws -> Self { .ok(try sample.bytes) }
}
