internal import AttachmentModel
internal import Dispatch
internal import FlowControl
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(1)))
struct StateProbeTests {
    private static func code(_ probe: StateProbe, within time: Duration) async -> PreparationError.Code? {
        await problemCode { try await probe.run(until: Deadline(in: time)) }
    }

    @Test func `a folder that can be written is well, one that cannot is the machine's fault`() async {
        #expect(await Self.code(StateProbe { true }, within: .seconds(30)) == nil)
        #expect(await Self.code(StateProbe { false }, within: .seconds(30)) == .configurationMachine)
    }

    @Test func `a disk that hangs is told in time, and has one thread hang`() async {
        let tries = Atomic(0)
        let mayEnd = DispatchSemaphore(value: 0)
        let probe = StateProbe {
            tries.add(1, ordering: .relaxed)
            mayEnd.wait()
            return true
        }
        #expect(await Self.code(probe, within: .milliseconds(20)) == .overloaded)
        for _ in 0..<5 { #expect(await Self.code(probe, within: .seconds(30)) == .overloaded) }
        #expect(tries.load(ordering: .relaxed) == 1)
        mayEnd.signal()
        mayEnd.signal()
        while await Self.code(probe, within: .seconds(30)) != nil { mayEnd.signal() }
    }
}
