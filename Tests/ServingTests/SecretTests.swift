internal import Affix
internal import AttachmentModel
internal import Foundation
internal import HTTPServer
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Serving

/// Files of keys and tokens that others can read.
@Suite(.timeLimit(.minutes(2)))
struct SecretTests {
    private static func file(_ text: String, mode: Int, in folder: String) -> String {
        let path = folder + "/secret"
        TemporaryFolder.write(text, mode: mode, to: path)
        return path
    }

    private static let key = String(repeating: "k", count: 40)

    @Test(arguments: [0o600, 0o400]) func `a key that is its owner's alone is read`(mode: Int) async throws {
        try await TemporaryFolder.with { folder in
            let path = Self.file(Self.key + "\r\n", mode: mode, in: folder)
            let key = try SigningKey(file: path)
            #expect(key.bytes == Array(Self.key.utf8))
        }
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620]) func `a key that others can read or change is refused`(mode: Int)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let path = Self.file(Self.key, mode: mode, in: folder)
            #expect(await problemCode { _ = try SigningKey(file: path) } == .configurationInvalid)
            // A service manager guards its own folder by other means.
            #expect(await problemCode { _ = try SigningKey(file: path, credentials: folder) } == nil)
            #expect(
                await problemCode { _ = try SigningKey(file: path, credentials: folder + "/s") }
                    == .configurationInvalid)
        }
    }

    @Test(arguments: [5, 5_000])
    func `a key of a wrong size says what is right, and how to make one`(count: Int) async throws {
        try await TemporaryFolder.with { folder in
            let path = Self.file(String(repeating: "k", count: count), mode: 0o600, in: folder)
            let error = #expect(throws: PreparationError.self) { _ = try SigningKey(file: path) }
            #expect(error?.code == .configurationInvalid)
            #expect(error?.message.contains("32 to 4096 bytes. Make one with: (umask 077; openssl") == true)
        }
    }

    @Test func `what cannot be read says why`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder + "/none"
            for read in [{ _ = try SigningKey(file: path) }, { _ = try TokenList(file: path) }] {
                let error = #expect(throws: PreparationError.self) { try read() }
                #expect(error?.code == .configurationMachine)
                #expect(error?.message.contains("cannot be read: No such file") == true)
            }
            // A folder is none either.
            let error = #expect(throws: PreparationError.self) { _ = try TokenList(file: folder) }
            #expect(error?.code == .configurationInvalid)
        }
    }

    @Test(arguments: [("127.0.0.1:0", true), ("0.0.0.0:0", false), (":0", false)])
    func `without tokens only this machine can be listened to`(text: String, isGood: Bool) async throws {
        try await TemporaryFolder.with { folder in
            var settings = PreparerConfiguration()
            (settings.shelf, settings.state) = (folder + "/shelf", folder + "/state")
            let preparer = try Preparer(settings)
            let address = try #require(ListenAddress(text))
            let code = await problemCode {
                _ = try Service(preparer, settings, at: address, ServiceConfiguration())
            }
            #expect(code == (isGood ? nil : .configurationInvalid))
        }
    }

    @Test(arguments: [(31, false), (32, true), (4_096, true), (4_097, false), (1_000_000, false)])
    func `a key has its bounds`(count: Int, isGood: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let path = Self.file(String(repeating: "k", count: count), mode: 0o600, in: folder)
            #expect((await problemCode { _ = try SigningKey(file: path) } == nil) == isGood)
        }
    }

    @Test func `lines may end as they do elsewhere`() async throws {
        try await TemporaryFolder.with { folder in
            let path = Self.file("a:0123456789abcdef\r\nb:fedcba9876543210\r\n", mode: 0o600, in: folder)
            let tokens = try TokenList(file: path)
            #expect(tokens.name(of: "0123456789abcdef") == "a" && tokens.name(of: "fedcba9876543210") == "b")
        }
    }

    @Test(arguments: [
        "a: 0123456789abcdef", "a:0123456789abcdef ", "a:0123456789\tabcdef",
        // The same name, or the same token, as the line before.
        "b:fedcba9876543210", "a:0123456789abcdef",
    ])
    func `a token with a blank, which nobody could send, or given twice is refused by its line`(line: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let path = Self.file("b:0123456789abcdef\n\(line)\n", mode: 0o600, in: folder)
            let error = #expect(throws: PreparationError.self) { _ = try TokenList(file: path) }
            #expect(error?.code == .configurationInvalid && error?.message.contains("Line 2") == true)
        }
    }

    @Test(arguments: [(0o600, false), (0o644, true)])
    func `tokens that others can read are warned of`(mode: Int, isWarned: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let troubles = Mutex<[String]>([])
            var settings = PreparerConfiguration()
            settings.state = folder + "/state"
            settings.shelf = folder + "/shelf"
            settings.onTrouble = { words in troubles.withLock { $0.append(words) } }
            var configuration = ServiceConfiguration()
            configuration.tokenFile = Self.file("team:0123456789abcdef\n", mode: mode, in: folder)
            let address = try #require(ListenAddress("127.0.0.1:0"))
            _ = try Service(try Preparer(settings), settings, at: address, configuration)
            #expect(troubles.withLock { $0.contains { $0.contains("chmod 600") } } == isWarned)
        }
    }
}
