internal import FlowControl
internal import Foundation
internal import Glibc

/// A real HTTP/2 host for the name `media.example` on 127.0.0.1: nginx, which serves the files of its folder.
///
/// It says in `X-Protocol` what it was asked in, and hands paths below `/behind/` on to another origin.
package struct NginxOrigin: Sendable {
    package static let nginx = "/usr/sbin/nginx"

    /// Where HTTP/2 is offered, and where only HTTP/1.1 is.
    package let port: Int
    package let oldPort: Int
    /// The certificate, which signs itself and so is its own root.
    package let certificate: String

    private struct Failed: Error {}

    /// Serves while the closure runs.
    ///
    /// - Parameter behind: the port of an origin on 127.0.0.1 that answers below `/behind/`.
    package static func serving(
        in folder: String, behind: Int, _ body: (NginxOrigin) async throws -> Void
    ) async throws {
        _ = try TLSOrigin.makeCertificates(in: folder, .itself(days: 2))
        // Both ports are held until they are known, so that they differ; nginx then takes them.
        let held = try (0..<2).map { _ in try LoopbackSocket(on: "127.0.0.1", backlog: nil) }
        let ports = held.map(\.port)
        for socket in held { close(socket.number) }
        let written = configuration(folder, ports, behind: behind)
        try written.write(toFile: folder + "/nginx.conf", atomically: true, encoding: .utf8)

        let server = Process()
        server.executableURL = URL(filePath: nginx)
        server.arguments = ["-p", folder, "-c", folder + "/nginx.conf", "-e", "stderr"]
        server.standardInput = FileHandle.nullDevice
        server.standardOutput = FileHandle.nullDevice
        let words = Pipe()
        server.standardError = words
        try server.run()
        defer {
            // The child has the signal mask of the thread that started it: a Dispatch thread blocks all but this.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        let descriptor = words.fileHandleForReading
        guard await BlockingLane().run({ hasStarted(descriptor) }) else { throw Failed() }
        try await body(
            NginxOrigin(port: ports[0], oldPort: ports[1], certificate: folder + "/cert.pem"))
    }

    /// One process, so that ending it ends all of it.
    private static func configuration(_ folder: String, _ ports: [Int], behind: Int) -> String {
        """
        daemon off; master_process off; pid \(folder)/nginx.pid; error_log stderr notice;
        events { worker_connections 64; }
        http {
            access_log off; types { image/jpeg jpg; }
            client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
            server {
                listen 127.0.0.1:\(ports[0]) ssl http2; listen 127.0.0.1:\(ports[1]) ssl;
                ssl_certificate \(folder)/cert.pem; ssl_certificate_key \(folder)/key.pem;
                root \(folder); add_header X-Protocol $server_protocol;
                location /behind/ { proxy_pass http://127.0.0.1:\(behind); proxy_buffering off; }
            }
        }
        """
    }

    /// Reads until the server says what it says once it listens.
    private static func hasStarted(_ words: FileHandle) -> Bool {
        var text = ""
        while case let bytes = words.availableData, !bytes.isEmpty {
            text += String(decoding: bytes, as: UTF8.self)
            if text.contains("getrlimit(RLIMIT_NOFILE)") { return true }
        }
        return false
    }
}
