internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import MediaSamples
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Serving

/// Whoever asks for it is told of the end of a job.
@Suite(.timeLimit(.minutes(2)))
struct CallbackTests {
    private static func order(_ bench: ServiceBench, _ callback: String) -> String {
        #"{"source": "\#(bench.origin.url("/a.jpg"))", "callback": "\#(callback)"}"#
    }

    @Test func `the end of a job is told once, signed, in the words in which it can be asked for`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = [
            "/a.jpg": [try .sample(.photo1200x800)], "/hook?key=secret": [.status("204 No Content").keepingBody],
        ]
        try await ServiceBench.with(answers) { configuration, folder in
            configuration.signingKeyFile = ServiceBench.signingKey(in: folder)
        } _: { bench in
            let taken = try #require(
                await bench.post(
                    "/v1/attachments?wait=0", Self.order(bench, bench.origin.url("/hook?key=secret")),
                    headers: ["traceparent: 00-aa-bb-01"]))
            #expect(taken.status == 202)
            let place = try #require(taken.headers["location"])
            let id = try #require(try await bench.ended(place)["id"] as? String)
            while !bench.logLines.contains(where: { $0.contains(#""callback":"#) }) {
                try await Task.sleep(for: .milliseconds(20))
            }
            let body = try #require(bench.origin.bodies.first)
            #expect(body == (await bench.get(place))?.text)
            let head = try #require(bench.origin.requests.last)
            #expect(head.hasPrefix("POST /hook?key=secret HTTP/1.1\r\n"))
            #expect(head.contains("\r\nContent-Type: application/json\r\n"))
            #expect(head.contains("\r\nAffix-Id: \(id)\r\n"))
            #expect(head.contains("\r\ntraceparent: 00-aa-bb-01\r\n"))
            #expect(!head.contains("Expect"))
            let time = try #require(head.firstMatch(of: /Affix-Signature: t=(\d+),/).flatMap { Int($0.1) })
            let signature = ServiceBench.signingKey.signature(of: body, at: time)
            #expect(head.contains("\r\nAffix-Signature: \(signature)\r\n"))
            #expect(bench.origin.bodies.count == 1)
            let line = try #require(bench.logLines.first { $0.contains(#""callback":"#) })
            #expect(line.contains(#""result":"delivered""#) && line.contains(#""status":204"#))
            #expect(!line.contains("hook") && !line.contains("secret"))
            let metrics = try #require(await bench.get("/metrics")).text
            #expect(metrics.contains(#"affix_callbacks_total{result="delivered"} 1"#))
        }
    }

    @Test func `who waits and gets an answer is not told besides`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = [
            "/a.jpg": [try .sample(.photo1200x800)], "/hook": [.status("204 No Content").keepingBody],
        ]
        try await ServiceBench.with(answers) { configuration, folder in
            configuration.signingKeyFile = ServiceBench.signingKey(in: folder)
        } _: { bench in
            let body = Self.order(bench, bench.origin.url("/hook"))
            #expect(await bench.post("/v1/attachments", body)?.status == 200)
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `a callback that could never be made is refused with its order`() async throws {
        try await ServiceBench.with { configuration, folder in
            configuration.signingKeyFile = ServiceBench.signingKey(in: folder)
        } _: { bench in
            let cases = [
                ("ftp://a.example/", 400, "request-malformed"), ("hook", 400, "request-malformed"),
                ("https://10.0.0.1:\(bench.origin.port)/", 422, "source-address-forbidden"),
                ("http://93.184.215.14:\(bench.origin.port)/", 422, "source-scheme"),
                ("https://93.184.215.14:25/", 422, "source-port"), ("https://", 422, "source-invalid"),
                // Of an address that the operator has named, everything may be fetched, and not everything told.
                ("http://127.0.0.1:25/", 422, "source-port"),
            ]
            for (callback, status, code) in cases {
                for query in ["", "?wait=0"] {
                    let answer = try #require(
                        await bench.post("/v1/attachments" + query, Self.order(bench, callback)))
                    #expect(answer.status == status && answer.object["code"] as? String == code, "\(callback)")
                    let message = try #require(answer.object["message"] as? String)
                    #expect(!message.contains("fetched"), "\(message)")
                }
            }
            let one = Self.order(bench, bench.origin.url("/hook"))
            #expect(await bench.post("/v1/attachments", #"{"items": [\#(one)]}"#)?.status == 400)
            #expect(bench.origin.requests.isEmpty)
        }
    }

    @Test func `a service that signs nothing says so before it takes an order on`() async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(
                await bench.post("/v1/attachments?wait=0", Self.order(bench, bench.origin.url("/hook"))))
            #expect(answer.status == 400 && answer.object["code"] as? String == "request-malformed")
            #expect((answer.object["message"] as? String)?.contains("--signing-key") == true)
        }
    }

    @Test func `who is told by a service is told nothing that was withdrawn meanwhile`() async throws {
        try await LoopbackOrigin.serving(["/hook": .status("204 No Content").keepingBody]) { hook in
            let digest = String(repeating: "a", count: 64)
            var settings = PreparerConfiguration()
            settings.allowPorts = [hook.port]
            try await ServiceBench.with(settings: settings) { configuration, folder in
                configuration.signingKeyFile = ServiceBench.signingKey(in: folder)
                // An earlier process has done the job, and told nobody of it.
                let store = try JobStore(in: folder + "/state")
                let order = #"{"source": "https://a.example/a.jpg", "on_failure": "text-only"}"#
                try store.add(Job(id: "job", order: Array(order.utf8), callback: hook.url("/hook"), madeAt: 1))
                let outcome = #"{"status": "ready", "digest": "\#(digest)", "source": {}, "variants": []}"#
                try store.end("job", at: 2, attachment: outcome)
                var other = PreparerConfiguration()
                (other.shelf, other.state) = (folder + "/shelf", folder + "/state")
                _ = try await Preparer(other).withdraw(digest)
            } _: { bench in
                while hook.bodies.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                let told = try #require(hook.bodies.first)
                #expect(told.contains("source-withdrawn") && told.contains(#""status":"text-only""#), "\(told)")
                #expect(told == (await bench.get("/v1/jobs/job"))?.text)
            }
        }
    }

    // MARK: The desk alone, whose pauses pass at once.

    /// What a desk did.
    private struct Run: Sendable {
        var notes: [CallbackNote] = []
        var pauses: [Duration] = []
    }

    /// Has a desk tell somebody of a job that has ended, until it says that it is over.
    private func run(
        _ link: String, tries: Int = 0, in folder: String, time: Duration = .seconds(30)
    ) async throws -> Run {
        let store = try JobStore(in: folder)
        try store.add(Job(id: "job", order: [], callback: link, madeAt: 1))
        try store.end("job", at: 2, attachment: "null")
        if tries > 0 { try store.putOff(Callback(id: "job", link: link, tries: tries, time: 100)) }
        return try await resume(store, in: folder, time: time)
    }

    private func resume(_ store: JobStore, in folder: String, time: Duration) async throws -> Run {
        var settings = PreparerConfiguration()
        settings.state = folder
        settings.allowAddresses = ["127.0.0.1"]
        settings.allowPorts += try store.callbacks().compactMap { URL(string: $0.link)?.port }
        settings.budgets = .provoking()
        let preparer = try Preparer(settings)
        let pauses = Mutex<[Duration]>([])
        let (notes, source) = AsyncStream.makeStream(of: CallbackNote.self)
        let clock = CallbackDesk.Clock(now: { 2 }, sleep: { pause in pauses.withLock { $0.append(pause) } })
        let desk = CallbackDesk(store, signedBy: ServiceBench.signingKey, clock: clock, told: { $0 }) {
            source.yield($0)
        } post: { body, link, headers async throws(PreparationError) in
            try await preparer.post(body, to: link, headers: headers, until: Deadline(in: time))
        }
        try desk.resume()
        var run = Run()
        for await note in notes {
            run.notes.append(note)
            if note.result != "put-off" { break }
        }
        while try !store.callbacks().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        run.pauses = pauses.withLock { $0 }
        return run
    }

    @Test func `what is told is what holds at that moment`() async throws {
        try await TemporaryFolder.with { folder in
            let store = try JobStore(in: folder)
            try store.add(Job(id: "job", order: [], callback: "https://a.example/", madeAt: 1))
            try store.end("job", at: 2, attachment: "null")
            let (bodies, source) = AsyncStream.makeStream(of: String.self)
            let clock = CallbackDesk.Clock(now: { 2 }, sleep: { _ in })
            let desk = CallbackDesk(store, signedBy: ServiceBench.signingKey, clock: clock) { job in
                var job = job
                job.attachment = #""withdrawn""#
                return job
            } onTry: { _ in
            } post: { body, _, _ in
                source.yield(String(decoding: body, as: UTF8.self))
                source.finish()
                return (200, nil)
            }
            try desk.resume()
            for await body in bodies { #expect(body.contains(#""attachment":"withdrawn""#)) }
            while try !store.callbacks().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test func `one that fails is told again later, with the same id`() async throws {
        let answers = ["500 Oops", "503 Later", "200 OK"].map { LoopbackOrigin.Answer.status($0).keepingBody }
        try await LoopbackOrigin.serving(inTurn: answers) { origin in
            try await TemporaryFolder.with { folder in
                let run = try await run(origin.url("/hook"), in: folder)
                #expect(run.notes.map(\.result) == ["put-off", "put-off", "delivered"])
                #expect(run.notes.map(\.attempt) == [1, 2, 3])
                #expect(run.pauses == [.zero, .seconds(10), .seconds(30)])
                #expect(Set(origin.bodies).count == 1 && origin.bodies.count == 3)
                #expect(origin.requests.allSatisfy { $0.contains("\r\nAffix-Id: job\r\n") })
            }
        }
    }

    @Test(arguments: [("410 Gone", "gone"), ("404 Not Found", "refused")])
    func `one that will never be taken is told once`(status: String, result: String) async throws {
        try await LoopbackOrigin.serving(.status(status).keepingBody) { origin in
            try await TemporaryFolder.with { folder in
                let run = try await run(origin.url("/hook"), in: folder)
                #expect(run.notes.map(\.result) == [result] && origin.requests.count == 1)
            }
        }
    }

    @Test func `a redirect is not followed`() async throws {
        let answers: [String: LoopbackOrigin.Answer] = [
            "/hook": .redirect(to: "/else", status: 307).keepingBody, "/else": .status("200 OK").keepingBody,
        ]
        try await LoopbackOrigin.serving(answers) { origin in
            try await TemporaryFolder.with { folder in
                let run = try await run(origin.url("/hook"), in: folder)
                #expect(run.notes.map(\.result) == ["refused"] && run.notes.map(\.status) == [307])
                #expect(origin.requests.count == 1)
            }
        }
    }

    @Test(arguments: ["https://10.0.0.1/", "http://[::1]:8080/", "https://169.254.169.254/"])
    func `a private address is not told anything, even if it was taken on`(link: String) async throws {
        try await TemporaryFolder.with { folder in
            let run = try await run(link, in: folder)
            #expect(run.notes.map(\.result) == ["refused"])
            #expect(run.notes.map(\.code) == ["source-address-forbidden"])
        }
    }

    @Test func `a receiver that hangs is left at the deadline, and in the end for good`() async throws {
        try await LoopbackOrigin.serving(LoopbackOrigin.Answer([.keepBody, .hold])) { origin in
            try await TemporaryFolder.with { folder in
                let run = try await run(origin.url("/hook"), in: folder, time: .milliseconds(200))
                #expect(run.notes.map(\.result) == Array(repeating: "put-off", count: 4) + ["abandoned"])
                #expect(run.notes.allSatisfy { $0.status == nil && $0.code?.hasPrefix("fetch-timeout") == true })
                #expect(run.pauses == [.zero] + [10, 30, 120, 420].map(Duration.seconds))
            }
        }
    }

    @Test func `an answer whose body is broken is an answer`() async throws {
        let answer = LoopbackOrigin.Answer(
            [
                .keepBody, LoopbackOrigin.Answer.head("200 OK", ["Content-Encoding: br", "Content-Length: 1"]),
                .text("x"),
            ])
        try await LoopbackOrigin.serving(answer) { origin in
            try await TemporaryFolder.with { folder in
                let run = try await run(origin.url("/hook"), in: folder)
                #expect(run.notes.map(\.result) == ["delivered"])
            }
        }
    }

    @Test func `what a process left to tell is told by the next one, which counts on`() async throws {
        try await LoopbackOrigin.serving(.status("500 Oops").keepingBody) { origin in
            try await TemporaryFolder.with { folder in
                let run = try await run(origin.url("/hook"), tries: 3, in: folder)
                #expect(run.notes.map(\.attempt) == [4, 5] && run.notes.last?.result == "abandoned")
                // It was not due yet.
                #expect(run.pauses == [.seconds(98), .seconds(420)])
                #expect(try JobStore(in: folder).job("job")?.callback == nil)
            }
        }
    }

    @Test func `a job is not forgotten before its callback has ended`() async throws {
        try await TemporaryFolder.with { folder in
            let store = try JobStore(in: folder)
            for (id, link) in [("told", nil), ("waiting", "https://a.example")] {
                try store.add(Job(id: id, order: [], callback: link, madeAt: 1))
                try store.end(id, at: 2, attachment: "null")
            }
            #expect(try store.backlog() == JobBacklog(waiting: 0, oldest: nil, callbacks: 1))
            try store.forget(endedBefore: 10)
            #expect(try store.job("told") == nil && store.job("waiting") != nil)
            // So it counts among those that may be there at once.
            #expect(try store.openCount() == 1)
            for time in [7, 5] { try store.add(Job(id: "open \(time)", order: [], madeAt: time)) }
            #expect(try store.backlog() == JobBacklog(waiting: 2, oldest: 5, callbacks: 1))
            try store.closeCallback(of: "waiting")
            try store.forget(endedBefore: 10)
            #expect(try store.job("waiting") == nil)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `one host is told of two jobs at once, and others meanwhile`() async throws {
        try await TemporaryFolder.with { folder in
            let store = try JobStore(in: folder)
            for number in 0..<8 {
                let link = number < 7 ? "https://a.example/\(number)" : "https://b.example/"
                try store.add(Job(id: "\(number)", order: [], callback: link, madeAt: 1))
                try store.end("\(number)", at: number, attachment: "null")
            }
            let running = Mutex((now: 0, most: 0))
            let two = AsyncStream.makeStream(of: Void.self)
            let other = AsyncStream.makeStream(of: Void.self)
            let ended = AsyncStream.makeStream(of: Void.self)
            let clock = CallbackDesk.Clock(now: { 9 }, sleep: { _ in })
            let desk = CallbackDesk(store, signedBy: ServiceBench.signingKey, clock: clock, told: { $0 }) { _ in
                ended.continuation.yield()
            } post: { _, link, _ in
                guard link.hasPrefix("https://a") else {
                    // Both of the first host run by then, however late they began.
                    for await _ in two.stream {}
                    other.continuation.finish()
                    return (200, nil)
                }
                let now = running.withLock { running in
                    running = (running.now + 1, max(running.most, running.now + 1))
                    return running.now
                }
                if now == 2 { two.continuation.finish() }
                // None of them ends before the other host was told.
                for await _ in other.stream {}
                running.withLock { $0.now -= 1 }
                return (200, nil)
            }
            try desk.resume()
            var count = 0
            for await _ in ended.stream {
                count += 1
                if count == 8 { break }
            }
            #expect(running.withLock { $0.most } == 2)
        }
    }
}
