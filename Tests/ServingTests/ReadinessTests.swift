internal import AttachmentModel
internal import HTTPServer
internal import Synchronization
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(1)))
struct ReadinessTests {
    @Test(arguments: [true, false])
    func `however many ask at once, the work is tried out once`(isGood: Bool) async {
        let tries = Atomic(0)
        let (asked, source) = AsyncStream.makeStream(of: Void.self)
        let readiness = Readiness(disks: [], leastFreeBytes: 0) {
            tries.add(1, ordering: .relaxed)
            for await _ in asked {}
            return isGood ? .success(()) : .failure(PreparationError(.publishDenied))
        }
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { await readiness.answer().status } }
            source.finish()
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(statuses == [isGood ? 200 : 503])
        #expect(await readiness.isReady == isGood)
        _ = await readiness.answer()
        #expect(tries.load(ordering: .relaxed) == 1)
    }

    @Test func `a full disk is no reason to try`() async {
        let disk = Disk(name: "shelf", folder: "/")
        let readiness = Readiness(disks: [disk], leastFreeBytes: .max) { .success(()) }
        #expect(await readiness.answer().status == 503)
        #expect(readiness.shortage?.code == .publishNoSpace)
    }
}
