internal import AttachmentModel
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Sealing

struct UseCounterTests {
    private func count(in folder: String) throws -> Int {
        let text = try String(contentsOfFile: folder + "/sealed-k.count", encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .newlines)))
    }

    @Test func `uses are counted before they are made, in blocks that grow`() async throws {
        try await TemporaryFolder.with { folder in
            let counter = UseCounter(named: "k", in: folder)
            for (uses, counted) in [(1, 1), (1, 3), (1, 3), (1, 7), (3, 7), (1, 15)] {
                for _ in 0..<uses { try counter.take() }
                #expect(try count(in: folder) == counted)
            }
        }
    }

    @Test func `several processes count together`() async throws {
        try await TemporaryFolder.with { folder in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let counter = UseCounter(named: "k", in: folder)
                        for _ in 0..<50 { try? counter.take() }
                    }
                }
            }
            // Each takes 1, 2, 4, 8, 16 and 32 at a time for its fifty.
            let counted = try count(in: folder)
            #expect(counted == 8 * 63)
        }
    }

    @Test(arguments: [(UseCounter.mostUses - 1, true), (UseCounter.mostUses, false), (.max, false)])
    func `a key that has been used as often as is safe seals no more`(used: Int, isAllowed: Bool) async throws {
        try await TemporaryFolder.with { folder in
            try "\(used)\n".write(toFile: folder + "/sealed-k.count", atomically: false, encoding: .utf8)
            let counter = UseCounter(named: "k", in: folder)
            if isAllowed { try counter.take() }
            let problem = #expect(throws: PreparationError.self) { try counter.take() }
            #expect(problem?.code == .configurationInvalid && problem?.message.contains("new key") == true)
        }
    }

    @Test(arguments: ["x", "-1", "12 34"]) func `a count that cannot be read stops sealing`(text: String) async throws {
        try await TemporaryFolder.with { folder in
            try text.write(toFile: folder + "/sealed-k.count", atomically: false, encoding: .utf8)
            #expect(throws: PreparationError.self) { try UseCounter(named: "k", in: folder).take() }
        }
    }

    @Test func `a state folder that cannot be made is told`() {
        #expect(throws: PreparationError.self) { try UseCounter(named: "k", in: "/proc/none/at/all").take() }
    }
}
