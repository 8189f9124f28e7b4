internal import Foundation
internal import Handover
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct ProgramCallTests {
    @Test(
        arguments: [
            (["/bin/sh", "-c", "exit 7"], .exit(7)), (["true"], .exit(0)), (["sh", "-c", "kill -TERM $$"], .exit(143)),
            (["sh", "-c", "sleep 600 & wait"], .timeout),
        ] as [([String], ProgramCall.End)])
    func `how a program ended is told`(arguments: [String], end: ProgramCall.End) {
        #expect(ProgramCall(arguments).run(within: end == .timeout ? .milliseconds(300) : .seconds(50)) == end)
    }

    @Test func `arguments arrive as they are: no shell reads them`() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder + "/said"
            let script = "printf '%s' \"$1\" > \"$2\""
            #expect(ProgramCall(["sh", "-c", script, "x", "a b; $(c) *", file]).run(within: .seconds(50)) == .exit(0))
            let said = try String(contentsOfFile: file, encoding: .utf8)
            #expect(said == "a b; $(c) *")
        }
    }

    @Test(arguments: [[], ["/nonexistent/program"], ["a\0b"]])
    func `a program that cannot be started is told`(arguments: [String]) {
        guard case .failure = ProgramCall(arguments).run(within: .seconds(50)) else {
            Issue.record("it was started")
            return
        }
    }
}
