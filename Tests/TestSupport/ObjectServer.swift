internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import Glibc
internal import HTTPTransport
package import ObjectStorage
package import Testing

/// A real S3 storage on 127.0.0.1: SeaweedFS, which `scripts/setup --tests` puts below `.build`.
package struct ObjectServer: Sendable {
    /// A bucket that is there, and whose objects anybody may read.
    package static let bucket = "pictures"
    /// The server of the suite that runs.
    @TaskLocal package static var current: ObjectServer?

    package let port: Int

    private struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    package enum Key: String, Sendable {
        case owner, reader
    }

    /// The endpoint and a key, as variables.
    package func variables(_ key: Key = .owner, secret: String? = nil) -> [String: String] {
        [
            "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": key.rawValue,
            "AWS_SECRET_ACCESS_KEY": secret ?? Self.secret(of: key),
        ]
    }

    /// A store that speaks with a key.
    package func store(_ key: Key = .owner, secret: String? = nil) throws -> ObjectStore {
        ObjectStore(
            try StorageAccount(variables: variables(key, secret: secret), style: .auto) { _ in nil }, caFile: nil,
            userAgent: "affix-test", budgets: .provoking())
    }

    private static func secret(of key: Key) -> String { key.rawValue + "/secret+of=tests" }

    private static var program: String {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        return root.path + "/.build/python/bin/weed"
    }

    /// Serves while the closure runs; everything is in memory of a folder that goes with it.
    package static func serving(_ body: (ObjectServer) async throws -> Void) async throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failed(description: "\(program) is missing: run scripts/setup --tests")
        }
        try await TemporaryFolder.with { folder in
            // All ports are held until they are known, so that they differ; the server then takes them.
            let held = try (0..<8).map { _ in try LoopbackSocket(on: "127.0.0.1", backlog: nil) }
            let ports = held.map(\.port)
            for socket in held { close(socket.number) }
            let configuration = folder + "/keys.json"
            try keys.write(toFile: configuration, atomically: true, encoding: .utf8)
            let server = Process()
            server.executableURL = URL(filePath: program)
            server.arguments = arguments(folder, ports, configuration)
            server.currentDirectoryURL = URL(filePath: folder)
            server.standardInput = FileHandle.nullDevice
            server.standardOutput = FileHandle.nullDevice
            server.standardError = FileHandle.nullDevice
            try server.run()
            defer {
                // The child has the signal mask of the thread that started it: a Dispatch thread blocks all but this.
                kill(server.processIdentifier, SIGKILL)
                server.waitUntilExit()
                removeSockets(ports)
            }
            let started = ObjectServer(port: ports[0])
            try await started.becomeReady()
            try await body(started)
        }
    }

    /// Makes the bucket and the room for its first object, which takes a new server some seconds.
    private func becomeReady() async throws {
        let store = try store()
        let deadline = Deadline(in: .seconds(90))
        for name in [ObjectName(bucket: Self.bucket, key: ""), ObjectName(bucket: Self.bucket, key: "first")] {
            let answer = try await store.answer(ObjectRequest(.put(EmptySender()), name), until: deadline)
            guard answer.status == 200 else { throw Failed(description: "status \(answer.status) for \(name)") }
        }
    }

    /// Eight volumes in all, of which the first bucket takes most: a few buckets later the storage is full.
    private static func arguments(_ folder: String, _ ports: [Int], _ configuration: String) -> [String] {
        [
            "server", "-dir=" + folder, "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.telemetry=false",
            "-master.volumeSizeLimitMB=32", "-volume.max=8", "-volume.preStopSeconds=0", "-s3",
            "-s3.config=" + configuration, "-s3.port=\(ports[0])", "-s3.port.grpc=\(ports[1])",
            "-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.autoCreateBucket=false", "-master.port=\(ports[2])",
            "-master.port.grpc=\(ports[3])", "-volume.port=\(ports[4])", "-volume.port.grpc=\(ports[5])",
            "-filer.port=\(ports[6])", "-filer.port.grpc=\(ports[7])", "-filer.localSocket=" + folder + "/filer.sock",
        ]
    }

    private static var keys: String {
        """
        {"identities": [
            {"name": "owner", "credentials": [{"accessKey": "owner", "secretKey": "\(secret(of: .owner))"}],
             "actions": ["Admin", "Read", "Write", "List", "Tagging"]},
            {"name": "reader", "credentials": [{"accessKey": "reader", "secretKey": "\(secret(of: .reader))"}],
             "actions": ["Read", "List"]},
            {"name": "anonymous", "actions": ["Read:\(bucket)"]}]}
        """
    }

    /// The server leaves sockets in the system's folder for temporary files when it is killed.
    private static func removeSockets(_ ports: [Int]) {
        for file in (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
        where file.hasPrefix("seaweedfs-") && ports.contains(where: { file.hasSuffix("-\($0).sock") }) {
            try? FileManager.default.removeItem(atPath: "/tmp/" + file)
        }
    }
}

/// Runs one storage for all tests of a suite.
package struct ObjectServerTrait: SuiteTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await ObjectServer.serving { server in
            try await ObjectServer.$current.withValue(server) { try await function() }
        }
    }
}

extension Trait where Self == ObjectServerTrait {
    /// One storage for all tests of the suite.
    package static var objectServer: Self { ObjectServerTrait() }
}
