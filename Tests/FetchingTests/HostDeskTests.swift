internal import AttachmentModel
internal import FlowControl
internal import TestSupport
internal import Testing

@testable internal import Fetching

@Suite(.timeLimit(.minutes(1)))
struct HostDeskTests {
    private let soon = Deadline(in: .milliseconds(50))
    private let late = Deadline(in: .seconds(50))

    private func desk(transfers: Int = 2, starts: Int = 0) -> HostDesk {
        HostDesk(Manners(transfersPerHost: transfers, startsPerSecond: starts))
    }

    @Test func `no more transfers than allowed run at one host, and others are not held up by them`() async throws {
        let desk = desk()
        let (link, other) = (try SourceLink("https://a.example/1"), try SourceLink("https://b.example/1"))
        try await desk.enter(link, until: late)
        try await desk.enter(link, until: late)
        #expect(await problemCode { try await desk.enter(link, until: soon) } == .overloaded)
        try await desk.enter(other, until: late)
        desk.leave(link, after: nil)
        try await desk.enter(link, until: late)
    }

    @Test func `a task that is cancelled while it waits is let go at once`() async throws {
        let desk = desk(transfers: 1)
        let link = try SourceLink("https://a.example/1")
        try await desk.enter(link, until: late)
        let waiting = Task { [late] in await problemCode { try await desk.enter(link, until: late) } }
        waiting.cancel()
        #expect(await waiting.value == .deadline)
        desk.leave(link, after: nil)
        try await desk.enter(link, until: late)
    }

    @Test func `a start that cannot come before the deadline is refused`() async throws {
        let desk = desk(starts: 1)
        let link = try SourceLink("https://a.example/1")
        try await desk.enter(link, until: late)
        #expect(await problemCode { try await desk.enter(link, until: soon) } == .overloaded)
    }

    @Test func `a host that fails ten times in a row is left alone, and the error says until when`() async throws {
        let desk = desk()
        let link = try SourceLink("https://a.example/1?secret")
        for _ in 0..<10 {
            try await desk.enter(link, until: late)
            desk.leave(link, after: PreparationError(.fetchStatus5xx))
        }
        do {
            try await desk.enter(link, until: soon)
            Issue.record("the host was asked")
        } catch {
            #expect(error.code == .fetchHostBackedOff && !error.message.contains("secret"))
            #expect(error.message.contains("a.example failed 10 times in a row and is left alone until 20"))
        }
        try await desk.enter(try SourceLink("https://a.example:8443/1"), until: late)
    }

    @Test func `a host that rests is waited for when there is time`() async throws {
        let desk = desk()
        let link = try SourceLink("https://a.example/1")
        for _ in 0..<10 {
            try await desk.enter(link, until: late)
            desk.leave(link, after: PreparationError(.fetchStatus5xx))
        }
        try await desk.enter(link, until: late)
        // Whoever has no time to wait for what that shows leaves it to be shown.
        for _ in 0..<2 {
            let code = await problemCode { try await desk.enter(link, until: Deadline(in: .milliseconds(50))) }
            #expect(code == .fetchHostBackedOff)
        }
        // Whoever comes while it is tried out waits for what that shows.
        async let second: Void = desk.enter(link, until: late)
        desk.leave(link, after: nil)
        try await second
    }

    @Test func `what passes by itself is no failure of the host`() async throws {
        let desk = desk()
        let link = try SourceLink("https://a.example/1")
        for _ in 0..<20 {
            try await desk.enter(link, until: late)
            desk.leave(link, after: PreparationError(.fetchStatus5xx), isFinal: false)
        }
        try await desk.enter(link, until: soon)
    }

    @Test(
        arguments: [
            (.fetchStatus4xx, true), (.fetchWrongKind, true), (.fetchTooLarge, true), (nil, true),
            (.fetchConnect, false), (.fetchStalled, false), (.fetchTimeoutFirstByte, false), (.fetchTruncated, nil),
            (.deadline, nil), (.overloaded, nil), (.sourceAddressForbidden, nil),
        ] as [(PreparationError.Code?, Bool?)])
    func `each end says whether the host works, fails, or nothing about it`(
        code: PreparationError.Code?, works: Bool?
    ) async throws {
        let desk = desk()
        let link = try SourceLink("https://a.example/1")
        func visit(_ code: PreparationError.Code?) async throws {
            try await desk.enter(link, until: Deadline(in: .seconds(2)))
            desk.leave(link, after: code.map { PreparationError($0) })
        }
        for _ in 0..<9 { try await visit(.fetchStatus5xx) }
        try await visit(code)
        // A working host counts from zero; after a failure it is closed; after nothing it is one failure away from it.
        let afterwards = await problemCode { try await visit(.fetchStatus5xx) }
        #expect(afterwards == (works == false ? .fetchHostBackedOff : nil))
        let finally = await problemCode { try await visit(nil) }
        #expect(finally == (works == true ? nil : .fetchHostBackedOff))
    }
}
