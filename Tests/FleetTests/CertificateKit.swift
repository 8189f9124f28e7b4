internal import Foundation

/// A root, and certificates of it for a server at 127.0.0.1 and for a client.
enum CertificateKit {
    private struct Failed: Error {}

    static func make(in folder: String) throws {
        let (root, issued) = (folder + "/ca", ["server", "client"].map { folder + "/" + $0 })
        try openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=root "
                + "-keyout \(root).key -out \(root).pem")
        for path in issued {
            try openssl(
                "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=affix "
                    + "-keyout \(path).key -out \(path).csr")
            try Data("subjectAltName=IP:127.0.0.1\n".utf8).write(to: URL(filePath: path + ".ext"))
            try openssl(
                "x509 -req -in \(path).csr -CA \(root).pem -CAkey \(root).key -CAcreateserial -days 2 "
                    + "-extfile \(path).ext -out \(path).pem")
        }
    }

    private static func openssl(_ arguments: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
    }
}
