internal import AttachmentModel
internal import Dispatch
internal import FlowControl
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(1)))
struct StateProbeTests {
    private static func code(_ probe: StateProbe) async -> PreparationError.Code? {
        await problemCode { try await probe.run() }
    }

    @Test func `a folder that can be written is well, one that cannot is the machine's fault`() async {
        #expect(await Self.code(StateProbe(within: .seconds(30)) { true }) == nil)
        #expect(await Self.code(StateProbe(within: .seconds(30)) { false }) == .configurationMachine)
    }

    @Test func `a disk that hangs is told in time, and has one thread hang`() async {
        let tries = Atomic(0)
        let mayEnd = DispatchSemaphore(value: 0)
        let probe = StateProbe(within: .milliseconds(20)) {
            tries.add(1, ordering: .relaxed)
            mayEnd.wait()
            return true
        }
        for _ in 0..<6 { #expect(await Self.code(probe) == .overloaded) }
        #expect(tries.load(ordering: .relaxed) == 1)
        repeat { mayEnd.signal() } while await Self.code(probe) != nil
    }
}
