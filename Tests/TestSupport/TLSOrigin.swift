internal import FlowControl
internal import Foundation
internal import Glibc

/// A TLS host for the name `media.example` on 127.0.0.1, which serves the files of its folder: `openssl s_server`.
package struct TLSOrigin: Sendable {
    /// Who vouches for the host.
    package enum Chain: Sendable {
        /// Nobody but itself; valid for some days from now on, negative when it has expired.
        case itself(days: Int)
        /// A root by way of an intermediate, which the host sends along or not.
        case root(sendsIntermediate: Bool)
    }

    private static let openssl = "/usr/bin/openssl"

    package let port: Int
    /// The certificate at the root of the chain.
    package let root: String

    private struct Failed: Error {}

    /// Serves while the closure runs.
    ///
    /// - Parameter options: further options of `openssl s_server`.
    package static func serving(
        in folder: String, _ chain: Chain = .itself(days: 2), options: [String] = [],
        _ body: (TLSOrigin) async throws -> Void
    ) async throws {
        let root = try makeCertificates(in: folder, chain)
        let output = Pipe()
        let server = process(
            in: folder,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", "cert.pem", "-key", "key.pem", "-WWW"]
                + (chain.sendsIntermediate ? ["-cert_chain", "middle.pem"] : []) + options)
        server.standardOutput = output
        try server.run()
        defer {
            // The child has the signal mask of the thread that started it: a Dispatch thread blocks all but this.
            kill(server.processIdentifier, SIGKILL)
            server.waitUntilExit()
        }
        let descriptor = output.fileHandleForReading
        guard let port = await BlockingLane().run({ firstPort(from: descriptor) }) else { throw Failed() }
        try await body(TLSOrigin(port: port, root: root))
    }

    /// Makes `cert.pem` with `key.pem`, and what stands above them; returns the root.
    static func makeCertificates(in folder: String, _ chain: Chain) throws -> String {
        let host = "subjectAltName=DNS:media.example\n"
        switch chain {
        case .itself(let days):
            try makeCertificate(
                "cert", key: "key", in: folder, saying: host, signedBy: ["-signkey", "key.pem"], days: days)
            return folder + "/cert.pem"
        case .root:
            let authority = "basicConstraints=critical,CA:true\n"
            func signed(by name: String) -> [String] {
                ["-CA", name + ".pem", "-CAkey", name + "-key.pem", "-CAcreateserial"]
            }
            try makeCertificate(
                "root", key: "root-key", in: folder, saying: authority, signedBy: ["-signkey", "root-key.pem"])
            try makeCertificate(
                "middle", key: "middle-key", in: folder, saying: authority, signedBy: signed(by: "root"))
            try makeCertificate("cert", key: "key", in: folder, saying: host, signedBy: signed(by: "middle"))
            return folder + "/root.pem"
        }
    }

    private static func makeCertificate(
        _ name: String, key: String, in folder: String, saying extensions: String, signedBy signer: [String],
        days: Int = 2
    ) throws {
        let file = folder + "/extensions.cnf"
        try extensions.write(toFile: file, atomically: true, encoding: .utf8)
        try run(
            in: folder,
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                key + ".pem", "-out", "request.pem", "-subj", "/CN=\(name).media.example",
            ])
        try run(
            in: folder,
            ["x509", "-req", "-in", "request.pem", "-days", "\(days)", "-extfile", file, "-out", name + ".pem"] + signer
        )
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

extension TLSOrigin.Chain {
    fileprivate var sendsIntermediate: Bool {
        if case .root(let sendsIntermediate) = self { sendsIntermediate } else { false }
    }
}
