internal import Affix
internal import AttachmentModel
internal import Foundation
internal import MediaSamples
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Databases
@testable internal import Serving

@Suite(.timeLimit(.minutes(2)))
struct JobTests {
    @Test func `an order that nobody waits for is done, and its outcome kept`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))", "id": "x"}"#
            let taken = try #require(await bench.post("/v1/attachments?wait=0", body))
            #expect(taken.status == 202 && taken.object["state"] as? String == "waiting")
            let place = try #require(taken.headers["location"])
            let job = try await bench.ended(place)
            let attachment = try #require(job["attachment"] as? [String: Any])
            #expect(attachment["status"] as? String == "ready" && attachment["id"] as? String == "x")
        }
    }

    @Test func `a job that was taken on is not turned away because there is much to do`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = ["*": [try .sample(.photo1200x800)]]
        try await ServiceBench.with(answers) { configuration, _ in
            configuration.mostAtOnce = 1
        } _: { bench in
            var places: [String] = []
            for number in 0..<4 {
                let body = #"{"source": "\#(bench.origin.url("/\(number).jpg"))"}"#
                places.append(try #require(await bench.post("/v1/attachments?wait=0", body)?.headers["location"]))
            }
            for place in places {
                let job = try await bench.ended(place)
                #expect((job["attachment"] as? [String: Any])?["status"] as? String == "ready")
            }
        }
    }

    @Test(arguments: ["problem", "text-only"])
    func `a job whose outcome was withdrawn meanwhile tells that`(choice: String) async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))", "on_failure": "\#(choice)"}"#
            let place = try #require(await bench.post("/v1/attachments?wait=0", body)?.headers["location"])
            let made = try #require(try await bench.ended(place)["attachment"] as? [String: Any])
            #expect(made["status"] as? String == "ready")
            _ = try await bench.otherPreparer().withdraw(try #require(made["digest"] as? String))
            let told = try #require(await bench.get(place)?.object["attachment"] as? [String: Any])
            #expect((told["problem"] as? [String: Any])?["code"] as? String == "source-withdrawn")
            #expect(told["url"] is NSNull && told["digest"] == nil)
            #expect(told["status"] as? String == choice)
        }
    }

    /// Serves with an ffmpeg that begins only when a file is there.
    private static func withWaitingTranscoder(_ body: (ServiceBench, _ begin: () -> Void) async throws -> Void)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let program = folder + "/ffmpeg"
            let script = """
                #!/bin/sh
                while [ ! -e \(folder)/begin ]; do /bin/sleep 0.02; done
                exec /usr/bin/ffmpeg "$@"

                """
            TemporaryFolder.write(script, mode: 0o700, to: program)
            var settings = PreparerConfiguration()
            (settings.ffmpegPath, settings.sandbox) = (program, false)
            let answers: [String: [LoopbackOrigin.Answer]] = [
                "/a.webm": [try .sample(.vp9WebM)], "/hook": [.status("204 No Content").keepingBody],
            ]
            try await ServiceBench.with(answers, settings: settings) { configuration, folder in
                configuration.signingKeyFile = ServiceBench.signingKey(in: folder)
            } _: { bench in
                try await body(bench) {
                    TemporaryFolder.write("", to: folder + "/begin")
                }
            }
        }
    }

    @Test func `a movie that outlasts its caller becomes a job, of whose end somebody is told`() async throws {
        try await Self.withWaitingTranscoder { bench, begin in
            let rest = #", "deadline_ms": 2000, "callback": "\#(bench.origin.url("/hook"))""#
            let taken = try #require(await bench.order("/a.webm", rest))
            #expect(taken.status == 202 && taken.object["state"] as? String == "waiting")
            let place = try #require(taken.headers["location"])
            begin()
            let attachment = try #require(try await bench.ended(place)["attachment"] as? [String: Any])
            #expect(attachment["status"] as? String == "ready" && attachment["path"] as? String == "transcode")
            while bench.origin.bodies.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            #expect(bench.origin.bodies == [try #require(await bench.get(place)?.text)])
            // It was fetched and encoded once, and is counted once.
            #expect(bench.origin.requests.count { $0.hasPrefix("GET /a.webm") } == 1)
            let metrics = try #require(await bench.get("/metrics")).text
            #expect(metrics.contains(#"affix_attachments_total{result="ready"} 1"#))
            #expect(!metrics.contains(#"result="deadline""#))
        }
    }

    @Test(arguments: ["text-only", "substitute"])
    func `a caller who wants something else in place of a late movie gets it`(word: String) async throws {
        try await Self.withWaitingTranscoder { bench, _ in
            let choice = word == "text-only" ? #""text-only""# : #"{"substitute": "data:,x"}"#
            let answer = try #require(
                await bench.order("/a.webm", #", "deadline_ms": 2000, "on_failure": \#(choice)"#))
            #expect(answer.status == 200 && answer.object["status"] as? String == "text-only")
            let problem = answer.object["problem"] as? [String: Any]
            #expect(problem?["code"] as? String == "deadline" && problem?["stage"] as? String == "render")
        }
    }

    @Test(arguments: ["", "{}", #"{"source": "/etc/passwd"}"#, #"{"items": [{"source": "https://a.example"}]}"#])
    func `what could not be done is not taken on`(body: String) async throws {
        try await ServiceBench.with { bench in
            #expect(await bench.post("/v1/attachments?wait=0", body)?.status == 400)
        }
    }

    @Test func `a job that nobody knows is not found`() async throws {
        try await ServiceBench.with { bench in #expect(await bench.get("/v1/jobs/nobody")?.status == 404) }
    }

    @Test func `an end that cannot be written is written later`() async throws {
        try await TemporaryFolder.with { folder in
            let tries = Atomic(0)
            let store = try JobStore(in: folder)
            let end = await store.insist { _ throws(PreparationError) in
                let number = tries.add(1, ordering: .relaxed).newValue
                guard number == 3 else { throw PreparationError(number == 1 ? .publishNoSpace : .overloaded) }
                return number
            }
            #expect(end == 3)
        }
    }

    @Test func `a job whose end cannot be written is done once it can be`() async throws {
        try await TemporaryFolder.with { folder in
            let (told, telling) = AsyncStream.makeStream(of: Callback.self)
            let store = try JobStore(in: folder)
            let database = try Database(at: folder + "/jobs.sqlite")
            let desk = JobDesk(store, width: 1, onEnd: { telling.yield($0) }) { _ in
                // From here on nothing can be written, and all can again when somebody has looked.
                try? database.run("ALTER TABLE jobs RENAME TO away")
                return "\"done\""
            }
            let id = try await desk.take(Array("one".utf8), callback: "https://a.example/").id
            while (try? await desk.job(id)) != nil { await Task.yield() }
            try database.run("ALTER TABLE away RENAME TO jobs")
            for await callback in told {
                #expect(callback.id == id)
                break
            }
            #expect(try await desk.job(id)?.attachment == "\"done\"")
        }
    }

    @Test(arguments: [
        (Int32(13), PreparationError.Code.publishNoSpace), (14, .configurationMachine), (5, .overloaded),
    ])
    func `a full disk and a lock are told as such`(result: Int32, code: PreparationError.Code) {
        #expect(JobStore.problem(DatabaseFault(result, "words")).code == code)
    }

    @Test func `jobs that a process left are done by the next one`() async throws {
        try await TemporaryFolder.with { folder in
            // The first process takes jobs on and never comes to an end of them.
            let first = JobDesk(try JobStore(in: folder), width: 1) { _ in
                try? await Task.sleep(for: .seconds(3_600))
                return "never"
            }
            let ids = [
                try await first.take(Array("one".utf8)).id, try await first.take(Array("two".utf8)).id,
            ]
            let next = JobDesk(try JobStore(in: folder), width: 1) {
                "\"done: \(String(decoding: $0, as: UTF8.self))\""
            }
            try next.resume()
            for (id, word) in zip(ids, ["one", "two"]) {
                var job = try await next.job(id)
                while job?.endedAt == nil { job = try await next.job(id) }
                #expect(job?.attachment == "\"done: \(word)\"")
            }
        }
    }
}
