internal import AttachmentModel
internal import FlowControl
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(1)))
struct PreparationDeskTests {
    /// - Parameter name: a source, or of a host of its own.
    private static func order(_ name: String) -> AttachmentOrder {
        let link = name.contains(":") ? name : "https://\(name.replacing(" ", with: "-")).example/"
        return AttachmentOrder(source: MediaSource(link), profile: .push)
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

    /// A desk of eight places from which nothing ever comes, and callers that hold some of them.
    private static func holding(_ names: [String], _ body: (PreparationDesk) async -> Void) async {
        let desk = PreparationDesk(width: 2, mostAtOnce: 8, finishesLate: false, longestWork: .seconds(60)) {
            _, _ async throws(PreparationError) in
            try? await Task.sleep(for: .seconds(60))
            throw PreparationError(.mediaCorrupt)
        }
        await withTaskGroup { group in
            for (number, name) in names.enumerated() {
                group.addTask { _ = await Self.code(desk, name, within: .seconds(60)) }
                while desk.count <= number { await Task.yield() }
            }
            await body(desk)
            group.cancelAll()
        }
    }

    @Test(arguments: ["A.example:8443/x", "a.EXAMPLE./x?y"])
    func `a slow host holds three quarters of the places, however it is spelled`(spelling: String) async {
        await Self.holding((0..<6).map { "https://a.example/\($0)" }) { desk in
            let order = AttachmentOrder(source: .link("https://" + spelling), profile: .push)
            let outcome = await desk.receipt(for: order, source: order.source, until: Deadline(in: .seconds(60)))
            let refusal = #expect(throws: PreparationError.self) { try outcome.get() }
            #expect(refusal?.code == .overloaded && refusal?.message.contains("from one host") == true)
            #expect(refusal?.retryAfter == .seconds(1))
        }
    }

    /// Who waits as long as it takes is not turned away either, nor whoever wants what is under way.
    @Test(arguments: [
        ("https://b.example/", false), ("data:image/png,x", false), ("https://a.example/x", true),
        ("https://a.example/0", false),
    ])
    func `others find a place beside a slow host`(link: String, isPatient: Bool) async {
        await Self.holding((0..<6).map { "https://a.example/\($0)" }) { desk in
            #expect(await Self.code(desk, link, within: .milliseconds(1), isPatient: isPatient) == .deadline)
        }
    }

    @Test func `what needs no host may have all places`() async {
        await Self.holding((0..<8).map { "data:image/png,\($0)" }) { desk in #expect(desk.count == 8) }
    }

    @Test func `a host whose preparations have ended may have others`() async {
        let desk = PreparationDesk(width: 2, mostAtOnce: 1, finishesLate: false, longestWork: .seconds(60)) {
            _, _ async throws(PreparationError) in throw PreparationError(.mediaCorrupt)
        }
        for number in 0..<9 {
            #expect(await Self.code(desk, "https://a.example/\(number)", within: .seconds(60)) == .mediaCorrupt)
        }
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
