internal import Foundation
internal import Testing

@testable internal import Serving

/// What the README tells a receiver of callbacks to do.
struct ReceiverTests {
    private static let key = SigningKey(bytes: Array("0123456789abcdef0123456789abcdef".utf8))

    private static func readme() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    private static func output(of program: String, _ arguments: [String]) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func `its command makes the key of callbacks`() throws {
        let line = try #require(try Self.readme().firstMatch(of: /\$ (printf affix-callback .*?) +#/)).1
        let command = line.replacing("\"$(cat key)\"", with: String(decoding: Self.key.bytes, as: UTF8.self))
        let printed = try Self.output(of: "/bin/sh", ["-c", String(command)])
        let digits = Self.key.ofCallbacks.map { String(format: "%02x", $0) }.joined()
        #expect(printed.hasSuffix(digits + "\n"))
    }

    @Test func `its program takes what is genuine and recent, and nothing else`() throws {
        let code = try #require(try Self.readme().firstMatch(of: /```python\n((?:.|\n)*?)```/)).1
        let body = #"{"state":"done"}"#
        let signature = Self.key.signature(of: body, at: 1_700_000_000)
        let digits = Self.key.ofCallbacks.map { String(format: "%02x", $0) }.joined()
        let program = """
            import hmac
            now = lambda: clock
            \(code)
            def told(signature, body):
                return is_genuine(bytes.fromhex("\(digits)"), {"Affix-Signature": signature}, body)
            clock = 1700000100
            print(told("\(signature)", b'\(body)'), told("\(signature)", b'{}'), told("\(signature)0", b'\(body)'))
            clock = 1700000400
            print(told("\(signature)", b'\(body)'))
            """
        #expect(try Self.output(of: "/usr/bin/python3", ["-c", program]) == "True False False\nFalse\n")
    }
}
