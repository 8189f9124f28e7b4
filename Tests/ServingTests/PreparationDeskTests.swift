internal import AttachmentModel
internal import FlowControl
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(1)))
struct PreparationDeskTests {
    private static func order(_ name: String) -> AttachmentOrder {
        AttachmentOrder(source: .link("https://a.example/" + name), profile: .push)
    }

    /// A desk of one core whose work takes a while, or for ever.
    private static func desk(holding held: String) -> PreparationDesk {
        PreparationDesk(width: 1, mostAtOnce: 100, finishesLate: false, longestWork: .seconds(60)) {
            request, _ async throws(PreparationError) in
            let isHeld = request.source == order(held).source
            try? await Task.sleep(for: isHeld ? .seconds(60) : .milliseconds(80))
            throw PreparationError(.mediaCorrupt)
        }
    }

    private static func code(
        _ desk: PreparationDesk, _ name: String, within time: Duration, isPatient: Bool = false
    ) async -> PreparationError.Code? {
        let order = order(name)
        let outcome = await desk.receipt(
            for: order, source: order.source, until: Deadline(in: time), isPatient: isPatient)
        if case .failure(let error) = outcome { return error.code }
        return nil
    }

    @Test func `whoever could not be ready in time is told so at once, unless he is patient`() async {
        let desk = Self.desk(holding: "held")
        let held = Task { await Self.code(desk, "held", within: .seconds(60)) }
        while desk.count < 1 { await Task.yield() }
        // There are more than cores now, and the end of this one says how fast they end.
        #expect(await Self.code(desk, "quick", within: .seconds(60)) == .mediaCorrupt)
        #expect(await Self.code(desk, "late", within: .milliseconds(1)) == .overloaded)
        #expect(await Self.code(desk, "patient", within: .milliseconds(1), isPatient: true) == .deadline)
        #expect(await Self.code(desk, "in time", within: .seconds(60)) == .mediaCorrupt)
        held.cancel()
        #expect(await held.value == .overloaded)
        while desk.count > 0 { await Task.yield() }
    }

    @Test func `what nobody waits for any more leaves room for others`() async {
        // Each begun by a caller who goes; of eight at once two may go on.
        let desk = PreparationDesk(width: 8, mostAtOnce: 8, finishesLate: true, longestWork: .seconds(60)) {
            _, _ async throws(PreparationError) in
            try? await Task.sleep(for: .seconds(60))
            throw PreparationError(.mediaCorrupt)
        }
        let codes = await withTaskGroup(of: PreparationError.Code?.self) { group in
            for number in 0..<8 { group.addTask { await Self.code(desk, "\(number)", within: .milliseconds(50)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .deadline, count: 8))
        while desk.count > 2 { await Task.yield() }
        #expect(await Self.code(desk, "another", within: .milliseconds(1), isPatient: true) == .deadline)
        #expect(desk.count >= 2)
    }
}
