internal import AttachmentModel
internal import Foundation
internal import Push
internal import TestSupport
internal import Testing

@testable internal import Sealing

struct KeyFileTests {
    private static let key = String(repeating: "A", count: 43) + "="

    private func ring(_ text: String, permissions: Int = 0o600) async throws -> KeyRing {
        try await TemporaryFolder.with { folder in
            let path = folder + "/keys"
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
            return try KeyRing(file: path, state: folder)
        }
    }

    @Test func `the first key seals, the others open`() async throws {
        let other = String(repeating: "B", count: 42) + "A="
        let ring = try await ring("# new\nk2:\(Self.key)\n\n  old-1 : \(other)\r\n")
        #expect(ring.sealers.map(\.keyID) == ["k2", "old-1"])
    }

    @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o601])
    func `a file that others can read is not used`(permissions: Int) async throws {
        let problem = await #expect(throws: PreparationError.self) {
            try await ring("k1:\(Self.key)\n", permissions: permissions)
        }
        #expect(problem?.code == .configurationInvalid)
        #expect(problem?.message.contains("chmod 600") == true)
    }

    @Test(arguments: [
        "", "# nothing\n", "k1\n", "k1:short\n", ":" + key, "k 1:" + key, "k\t1:" + key, "k:1:" + key, "k/1:" + key,
        "k1:" + key + "\nk1:" + key,
        "k1:" + String(repeating: "A", count: 44), String(repeating: "k", count: 33) + ":" + key,
    ])
    func `a line that is no key is told by its number, and the key never`(text: String) async throws {
        let problem = await #expect(throws: PreparationError.self) { try await ring(text) }
        #expect(problem?.code == .configurationInvalid)
        #expect(problem?.message.contains("AAAA") == false && problem?.message.contains("short") == false)
    }

    @Test func `a key that is printed shows its name`() throws {
        let key = try #require(try KeyFile.keys(of: "k1:\(Self.key)", "x").first)
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("k1") && !text.contains("0, 0") && !text.contains("bytes"))
        }
    }
}
