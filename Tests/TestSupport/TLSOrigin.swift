internal import FlowControl
internal import Foundation
internal import Glibc

/// A TLS host for the name `media.example` on 127.0.0.1, which serves the files of its folder: `openssl s_server`.
package struct TLSOrigin: Sendable {
    package static let openssl = "/usr/bin/openssl"
    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: openssl) }

    package let port: Int
    /// The certificate, which signs itself and so is its own root.
    package let certificate: String

    private struct Failed: Error {}

    /// Serves while the closure runs.
    ///
    /// - Parameter days: how long the certificate is valid from now on; negative for one that has expired.
    /// - Parameter options: further options of `openssl s_server`.
    package static func serving(
        in folder: String, days: Int = 2, options: [String] = [], _ body: (TLSOrigin) async throws -> Void
    ) async throws {
        try makeCertificate(in: folder, days: days)
        let output = Pipe()
        let server = process(
            in: folder,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-WWW"] + options)
        server.standardOutput = output
        try server.run()
        defer {
            // The child has the signal mask of the thread that started it: a Dispatch thread blocks all but this.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        let descriptor = output.fileHandleForReading
        guard let port = await BlockingLane().run({ firstPort(from: descriptor) }) else { throw Failed() }
        try await body(TLSOrigin(port: port, certificate: folder + "/cert.pem"))
    }

    static func makeCertificate(in folder: String, days: Int) throws {
        let name = folder + "/name.cnf"
        try "subjectAltName=DNS:media.example\n".write(toFile: name, atomically: true, encoding: .utf8)
        try run(
            in: folder,
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                "key.pem", "-out", "request.pem", "-subj", "/CN=media.example",
            ])
        try run(
            in: folder,
            [
                "x509", "-req", "-in", "request.pem", "-signkey", "key.pem", "-days", "\(days)", "-extfile", name,
                "-out", "cert.pem",
            ])
    }

    private static func run(in folder: String, _ arguments: [String]) throws {
        let tool = process(in: folder, arguments)
        tool.standardOutput = FileHandle.nullDevice
        try tool.run()
        tool.waitUntilExit()
        guard tool.terminationStatus == 0 else { throw Failed() }
    }

    private static func process(in folder: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: openssl)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    /// Reads until the server says where it listens.
    private static func firstPort(from output: FileHandle) -> Int? {
        var text = ""
        while true {
            let bytes = output.availableData
            guard !bytes.isEmpty else { return nil }
            text += String(decoding: bytes, as: UTF8.self)
            for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1)
            where line.hasPrefix("ACCEPT") {
                return line.split(separator: ":").last.flatMap { Int($0) }
            }
        }
    }
}
