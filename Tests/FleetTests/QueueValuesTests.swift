internal import AttachmentModel
internal import Batching
internal import Foundation
internal import Index
internal import TestSupport
internal import Testing

@testable internal import Fleet

/// What is decided about jobs before anything is said to a server.
struct DisposalTests {
    private static func problem(_ code: PreparationError.Code, after: Duration? = nil) -> BatchAnswer {
        .problem(PreparationError(code, retryAfter: after))
    }

    @Test(arguments: [
        (problem(.mediaCorrupt), 1, Disposal.finish), (problem(.mediaCorrupt), 5, .finish),
        (problem(.fetchStatus5xx), 1, .again(after: .seconds(1))),
        (problem(.fetchStatus5xx), 3, .again(after: .seconds(4))),
        (problem(.fetchHostBackedOff, after: .seconds(30)), 1, .again(after: .seconds(30))),
        (problem(.fetchHostBackedOff, after: .seconds(86_400)), 1, .again(after: .seconds(600))),
        (problem(.fetchStatus5xx), 5, .bury), (problem(.publishNoSpace), 1, .again(after: .seconds(1))),
        (problem(.internalFault), 9, .bury),
    ])
    func `a refusal is a result, what may pass is tried again, up to a bound`(
        answer: BatchAnswer, tries: Int, disposal: Disposal
    ) {
        #expect(Disposal(answer, tries: tries, bound: 5) == disposal)
    }
}

struct AckAddressTests {
    @Test(arguments: [
        ("$JS.ACK.affix-jobs.machines.3.42.7.1700000000000000000.9", 3, 42),
        ("$JS.ACK.hub.ACCOUNTHASH.affix-jobs.machines.1.5.5.1700000000000000000.0.random", 1, 5),
    ])
    func `deliveries and place are read from the reply subject`(subject: String, deliveries: Int, sequence: UInt64) {
        let address = AckAddress(subject)
        #expect(address?.deliveries == deliveries && address?.sequence == sequence)
    }

    @Test(arguments: [
        "", "_INBOX.abc.1", "$JS.ACK.a.b.c", "$JS.ACK.s.c.x.1.1.1.1", "$JS.ACK.s.c.0.1.1.1.1", "$JS.ACK.s.c.-1.1.1.1.1",
        "$JS.ACK.s.c.1.99999999999999999999.1.1.1",
    ])
    func `what is no such subject is none`(subject: String) {
        #expect(AckAddress(subject) == nil)
    }
}

struct OfferBookTests {
    private let start = ContinuousClock.now
    private let job = Fingerprint(of: "job")

    private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `a job of which the server says nothing is published again as the same`() {
        var book = OfferBook()
        #expect(book.add(job, at: start) == .publish(job, number: 1))
        #expect(book.due(at: at(4), most: 9) == [])
        #expect(book.due(at: at(5), most: 9) == [.publish(job, number: 1)])
        #expect(book.due(at: at(6), most: 9) == [])
    }

    @Test func `a job that the queue still has is left alone`() {
        var book = OfferBook()
        _ = book.add(job, at: start)
        #expect(book.stored(job, number: 1, at: 7, isOld: false, now: at(1)) == nil)
        #expect(book.due(at: at(30), most: 9) == [])
        #expect(book.due(at: at(31), most: 9) == [.look(job, sequence: 7)])
        book.looked(job, isThere: true, now: at(31))
        #expect(book.due(at: at(60), most: 9) == [])
        #expect(book.due(at: at(61), most: 9) == [.look(job, sequence: 7)])
    }

    @Test func `a job that has left the queue without an answer is offered as a new one`() {
        var book = OfferBook()
        _ = book.add(job, at: start)
        // The server had it already: perhaps from before, and long done.
        #expect(book.stored(job, number: 1, at: 7, isOld: true, now: at(1)) == .look(job, sequence: 7))
        book.looked(job, isThere: false, now: at(1))
        #expect(book.due(at: at(5), most: 9) == [], "its answer may be on the way")
        #expect(book.due(at: at(6), most: 9) == [.publish(job, number: 2)])
        #expect(book.stored(job, number: 1, at: 7, isOld: true, now: at(7)) == nil, "that was about the first")
        #expect(book.stored(job, number: 2, at: 9, isOld: false, now: at(7)) == nil)
        #expect(book.due(at: at(37), most: 9) == [.look(job, sequence: 9)])
    }

    @Test func `what is answered is forgotten, and no turn does too much`() {
        var book = OfferBook()
        for number in 0..<10 { _ = book.add(Fingerprint(of: "\(number)"), at: start) }
        #expect(book.due(at: at(5), most: 3).count == 3)
        for number in 0..<10 { book.remove(Fingerprint(of: "\(number)")) }
        #expect(book.count == 0 && book.due(at: at(99), most: 9) == [])
    }
}

struct PullCreditTests {
    @Test func `so many are asked for as may come, and no more`() {
        let start = ContinuousClock.now
        var credit = PullCredit()
        #expect(credit.ask(for: 8, at: start) == 8)
        #expect(credit.ask(for: 8, at: start) == 0)
        credit.arrived(at: start)
        #expect(credit.ask(for: 7, at: start) == 0 && credit.ask(for: 8, at: start) == 1)
        credit.ended(unfilled: 3, at: start)
        #expect(credit.ask(for: 8, at: start) == 3)
    }

    @Test func `servers that take no request are not asked again at once`() {
        let start = ContinuousClock.now
        var credit = PullCredit()
        _ = credit.ask(for: 8, at: start)
        credit.ended(unfilled: nil, at: start)
        #expect(credit.ask(for: 8, at: start) == 0)
        // A turn of the listener later.
        #expect(credit.ask(for: 8, at: start + .milliseconds(500)) == 8)
    }

    @Test(arguments: [(6, 0), (8, 8)])
    func `a request of which nothing is heard was lost`(seconds: Int, asked: Int) {
        let start = ContinuousClock.now
        var credit = PullCredit()
        _ = credit.ask(for: 8, at: start)
        #expect(credit.ask(for: 8, at: start + .seconds(seconds)) == asked)
    }

    @Test(arguments: [-5, 1_000]) func `no number of a server makes it wrong`(unfilled: Int) {
        var credit = PullCredit()
        _ = credit.ask(for: 8, at: .now)
        credit.ended(unfilled: unfilled, at: .now)
        #expect((0...8).contains(credit.open))
    }
}

struct PaceSlotsTests {
    @Test func `starts are an interval apart, after those that others hold`() {
        var slots = PaceSlots(perSecond: 50)
        #expect(slots.take(at: 0) == nil)
        #expect(slots.reserve(2, after: 1_000, at: 500) == 1_040)
        #expect(slots.take(at: 500) == 1_000 && slots.take(at: 500) == 1_020 && slots.take(at: 500) == nil)
        #expect(slots.reserve(1, after: 1_040, at: 2_000) == 2_020, "nobody has asked for a while")
        #expect(slots.reserve(1, after: nil, at: 3_000) == 3_020, "nobody has ever asked")
    }

    @Test func `starts that were not used in time are gone`() {
        var slots = PaceSlots(perSecond: 10)
        _ = slots.reserve(3, after: nil, at: 0)
        #expect(slots.take(at: 1_050) == 100)
        #expect(slots.take(at: 5_000) == nil)
    }
}

struct FleetJobTests {
    private func job(_ source: String, profile: AttachmentProfile = .banner) -> FleetJob {
        let request = AttachmentRequest(
            MediaSource(source), profile: profile, variants: [.lite], timeout: .milliseconds(1_500), copyPath: nil)
        return FleetJob(request, run: "r1", isCheck: true)
    }

    @Test(arguments: ["https://a/x?token=1", "/in/a.jpg", "data:image/png;base64,AA=="])
    func `a job is on every machine what it was`(source: String) throws {
        let job = job(source)
        #expect(try FleetJob(message: try #require(job.encoded())) == job)
    }

    @Test func `a path is written from the root, and never as a link`() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(try FleetJob(message: try #require(job("a.jpg").encoded())).source == .file(path: here + "/a.jpg"))
        let odd = FleetJob(
            AttachmentRequest(.file(path: "//host/a.jpg")), run: "r1", isCheck: false)
        #expect(try FleetJob(message: try #require(odd.encoded())).source == .file(path: "/host/a.jpg"))
    }

    @Test func `equal work has one name in every run`() {
        let other = FleetJob(job("https://a/x").request, run: "r2", isCheck: true)
        #expect(other.name == job("https://a/x").name)
        #expect(job("https://a/x", profile: .push).name != job("https://a/x").name)
        #expect(FleetJob(other.request, run: "r2", isCheck: false).name != other.name)
    }

    @Test func `standard input is nobody else's`() {
        #expect(job("-").encoded() == nil)
    }

    @Test(arguments: [
        (#""schema":1"#, #""schema":2"#, FleetJob.Unreadable.newer), (#""schema":1"#, #""schema":-1e99"#, .nonsense),
        (#""timeout":1500"#, #""timeout":0"#, .nonsense), (#""timeout":1500"#, #""timeout":9e18"#, .nonsense),
        (#""run":"r1""#, #""run":"a.>""#, .nonsense), (#""run":"r1""#, #""run":7"#, .nonsense),
        (#""source":"https://a/x""#, #""source":"-""#, .nonsense), ("{", "", .nonsense),
    ])
    func `what cannot be worked on is not taken for a job`(part: String, other: String, reason: FleetJob.Unreadable)
        throws
    {
        let text = String(decoding: try #require(job("https://a/x").encoded()), as: UTF8.self)
        let changed = text.replacingOccurrences(of: part, with: other)
        #expect(changed != text)
        #expect(throws: reason) { try FleetJob(message: Array(changed.utf8)) }
    }

    @Test(arguments: [
        BatchAnswer.problem(PreparationError(.fetchStatus5xx, "Odd", detail: "d", retryAfter: .seconds(3)))
    ])
    func `a result is what it was`(answer: BatchAnswer) throws {
        let result = FleetResult(Fingerprint(of: "x"), answer)
        let message = try #require(result.encoded())
        let read = try #require(FleetResult(message: message))
        #expect(read.job == result.job && read.answer.code == "fetch-status-5xx" && read.answer.status == "failed")
        #expect(FleetResult(message: Array("{}".utf8)) == nil)
    }
}

struct RunNameTests {
    @Test func `a run keeps its name for as long as its journal is the same`() async throws {
        try await TemporaryFolder.with { folder in
            let journal = folder + "/out.jsonl"
            let first = try RunName(besideJournal: journal).text
            #expect(first.count == 32)
            #expect(try RunName(besideJournal: journal).text != first, "nothing stands in the journal")
            try Data("x\n".utf8).write(to: URL(filePath: journal))
            let second = try RunName(besideJournal: journal).text
            #expect(try RunName(besideJournal: journal).text == second)
            try Data("odd".utf8).write(to: URL(filePath: journal + ".queue"))
            #expect(try RunName(besideJournal: journal).text != second)
        }
    }

    @Test func `two gatherers do not share a journal`() async throws {
        try await TemporaryFolder.with { folder in
            let first = try RunName(besideJournal: folder + "/out.jsonl")
            #expect(await problemCode { _ = try RunName(besideJournal: folder + "/out.jsonl") } == .overloaded)
            first.forget()
            #expect(TemporaryFolder.files(below: folder).isEmpty)
        }
    }
}

struct IndexSightingsTests {
    @Test func `an answer is found by each thing it is about`() {
        var sightings = IndexSightings()
        sightings.note([BlockKey(digest: "a"), BlockKey(origin: "x", shown: "x")], at: 3)
        sightings.note([], at: 4)
        sightings.note([BlockKey(digest: "a")], at: 9)
        #expect(sightings.places(of: [BlockKey(digest: "a"), BlockKey(origin: "x", shown: "")]) == [3, 9])
        #expect(sightings.places(of: [BlockKey(digest: "b")]).isEmpty)
        #expect(sightings.end == 9)
    }

    @Test func `what was seen of answers that have gone is given up in the end`() {
        var sightings = IndexSightings()
        for place in 1...20_000 { sightings.note([BlockKey(digest: "a")], at: UInt64(place)) }
        #expect(sightings.isWorn(for: 100) && !sightings.isWorn(for: 20_000))
    }
}
