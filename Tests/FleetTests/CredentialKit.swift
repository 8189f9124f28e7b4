internal import Foundation

/// An operator, an account and a user as `nsc` makes them: signed claims, and the seed of the user's key.
///
/// The forms are those of the `nkeys` and `jwt` libraries: keys are a prefix, 32 bytes and a checksum in base 32, claims
/// are JSON Web Tokens under Ed25519.
enum CredentialKit {
    private struct Failed: Error {}

    private struct Key {
        let file: String
        let name: String
        let seed: String

        /// - Parameter prefix: the byte that makes names of this kind begin with their letter.
        init(_ file: String, prefix: UInt8) throws {
            self.file = file
            _ = try openssl("genpkey -algorithm ed25519 -out \(file)")
            let seedBytes = try openssl("pkey -in \(file) -outform DER").suffix(32)
            name = base32([prefix] + (try openssl("pkey -in \(file) -pubout -outform DER")).suffix(32))
            seed = base32([144 | prefix >> 5, (prefix & 31) << 3] + seedBytes)
        }
    }

    /// Writes the credentials of a user, and gives the lines that make a server take them.
    static func make(in folder: String, credentials: String) throws -> String {
        let master = try Key(folder + "/operator", prefix: 112)
        let (system, account) = (try Key(folder + "/system", prefix: 0), try Key(folder + "/account", prefix: 0))
        let user = try Key(folder + "/user", prefix: 160)
        let limits = #""subs":-1,"data":-1,"payload":-1,"imports":-1,"exports":-1,"wildcards":true,"conn":-1,"leaf":-1"#
        let storage = #","mem_storage":-1,"disk_storage":-1,"streams":-1,"consumer":-1"#
        let tokens = try [
            token(for: master, by: master, #"{"type":"operator","version":2}"#),
            token(for: system, by: master, #"{"limits":{\#(limits)},"type":"account","version":2}"#),
            token(for: account, by: master, #"{"limits":{\#(limits)\#(storage)},"type":"account","version":2}"#),
            token(for: user, by: account, #"{"subs":-1,"data":-1,"payload":-1,"type":"user","version":2}"#),
        ]
        try """
        -----BEGIN NATS USER JWT-----
        \(tokens[3])
        ------END NATS USER JWT------

        -----BEGIN USER NKEY SEED-----
        \(user.seed)
        ------END USER NKEY SEED------

        """.write(toFile: credentials, atomically: true, encoding: .utf8)
        return """
            operator: "\(tokens[0])"
            system_account: \(system.name)
            resolver: MEMORY
            resolver_preload: { \(system.name): "\(tokens[1])", \(account.name): "\(tokens[2])" }
            """
    }

    private static func token(for subject: Key, by issuer: Key, _ claims: String) throws -> String {
        let head = base64(Array(#"{"typ":"JWT","alg":"ed25519-nkey"}"#.utf8))
        let time = Int(Date().timeIntervalSince1970)
        let body = base64(
            Array(
                #"{"jti":"\#(subject.name)","iat":\#(time),"iss":"\#(issuer.name)","name":"test","sub":"\#(subject.name)","nats":\#(claims)}"#
                    .utf8))
        let file = subject.file + ".claims"
        try Data("\(head).\(body)".utf8).write(to: URL(filePath: file))
        let signature = try openssl("pkeyutl -sign -rawin -inkey \(issuer.file) -in \(file)")
        return "\(head).\(body).\(base64(signature))"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Base 32 (RFC 4648) without padding, of bytes with their CRC-16 (XMODEM) behind them.
    private static func base32(_ bytes: [UInt8]) -> String {
        var crc: UInt16 = 0
        for byte in bytes {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
        }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (text, bits, count) = ("", 0, 0)
        for byte in bytes + [UInt8(crc & 0xFF), UInt8(crc >> 8)] {
            (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
            while count >= 5 {
                count -= 5
                text.append(alphabet[bits >> count & 31])
            }
        }
        if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
        return text
    }

    private static func openssl(_ arguments: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments.split(separator: " ").map(String.init)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return Array(bytes)
    }
}
