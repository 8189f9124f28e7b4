internal import AttachmentModel
internal import FlowControl
internal import TestSupport
internal import Testing

@testable internal import Fetching
@testable internal import Handover

@Suite(.timeLimit(.minutes(1)))
struct LinkRetryTests {
    typealias Answer = LoopbackOrigin.Answer

    /// A file that differs everywhere from itself moved by any distance, so that wrong joins show.
    private let file = picture(20) + (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

    /// The first answer: the whole length is promised, `count` bytes come.
    private func broken(at count: Int, _ headers: [String] = ["ETag: \"v1\""]) -> Answer {
        Answer([
            Answer.head("200 OK", ["Content-Type: image/jpeg", "Content-Length: \(file.count)"] + headers),
            .send(Array(file.prefix(count))),
        ])
    }

    private func rest(from start: Int, _ count: Int? = nil, etag: String = "\"v1\"") -> Answer {
        let part = Array(file[start..<(count.map { start + $0 } ?? file.count)])
        return .ok(
            part, status: "206 Partial Content",
            headers: ["ETag: " + etag, "Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)"])
    }

    private func fetching(_ answers: [Answer], _ body: (Bench.Fetched?, PreparationError?, [String]) throws -> Void)
        async throws
    {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(inTurn: answers) { origin in
                do {
                    let fetched = try await bench.fetch(.link(origin.url()))
                    try body(fetched, nil, origin.requests)
                } catch let problem as PreparationError {
                    try body(nil, problem, origin.requests)
                }
            }
        }
    }

    @Test(
        arguments: [
            .status("503 Unavailable"), .status("500 Oops"), .status("429 Slow Down", headers: ["Retry-After: 0"]),
            .status("408 Request Timeout"), .claiming(9_000, [.send(picture(3_000))]), .init([]), .init([.reset]),
        ] as [Answer])
    func `what may pass is tried again, and the number of tries is told`(first: Answer) async throws {
        try await fetching([first, .ok(file)]) { fetched, problem, requests in
            #expect(problem == nil && fetched?.bytes == file)
            #expect(fetched?.attempts == 2 && requests.count == 2)
        }
    }

    @Test(arguments: [("404 Not Found", 1), ("503 Unavailable", 3), ("429 Slow Down", 3)])
    func `three tries are the most`(status: String, tries: Int) async throws {
        try await fetching([.status(status)]) { _, problem, requests in
            #expect(requests.count == tries)
            #expect((problem?.detail?.contains("tried 3 times") == true) == (tries == 3))
        }
    }

    @Test func `a host that asks for more time than there is gets no second request`() async throws {
        try await fetching([.status("503 Unavailable", headers: ["Retry-After: 3600"])]) { _, problem, requests in
            #expect(problem?.code == .fetchStatus5xx && requests.count == 1)
        }
    }

    @Test func `a body that broke off is resumed where it ended`() async throws {
        try await fetching([broken(at: 30_000), rest(from: 30_000)]) { fetched, problem, requests in
            #expect(problem == nil && fetched?.bytes == file && fetched?.attempts == 2)
            #expect(fetched?.origin?.contentLength == file.count && fetched?.origin?.status == 200)
            #expect(requests[1].contains("\r\nRange: bytes=30000-\r\n"))
            #expect(requests[1].contains("\r\nIf-Range: \"v1\"\r\n"))
        }
    }

    @Test func `a rest that breaks off as well is resumed again`() async throws {
        let half = Answer([
            Answer.head(
                "206 Partial Content",
                [
                    "Content-Length: \(file.count - 30_000)",
                    "Content-Range: bytes 30000-\(file.count - 1)/\(file.count)",
                ]),
            .send(Array(file[30_000..<40_000])),
        ])
        try await fetching([broken(at: 30_000), half, rest(from: 40_000)]) { fetched, _, requests in
            #expect(fetched?.bytes == file && fetched?.attempts == 3)
            #expect(requests.last?.contains("Range: bytes=40000-") == true)
        }
    }

    @Test func `a file that changed meanwhile is fetched anew`() async throws {
        try await fetching([broken(at: 30_000), .ok(file, headers: ["ETag: \"v2\""])]) { fetched, _, _ in
            #expect(fetched?.bytes == file && fetched?.origin?.etag == "\"v2\"")
        }
    }

    @Test(arguments: [["ETag: W/\"v1\""], [], ["ETag: \"v1\"", "Accept-Ranges: none"]])
    func `without a strong validator the whole file is asked for`(headers: [String]) async throws {
        try await fetching([broken(at: 30_000, headers), .ok(file)]) { fetched, _, requests in
            #expect(fetched?.bytes == file)
            #expect(requests.count == 2 && !requests[1].contains("Range:"))
        }
    }

    @Test func `a part of another version, or of another place, is refused`() async throws {
        for wrong in [rest(from: 30_000, etag: "\"v2\""), rest(from: 20_000)] {
            try await fetching([broken(at: 30_000), wrong]) { fetched, problem, _ in
                #expect(fetched == nil && problem?.code == .fetchUnreadableAnswer)
            }
        }
    }

    @Test func `a range that cannot be had does not lose the file`() async throws {
        let answers = [broken(at: 30_000), .status("416 Range Not Satisfiable"), .ok(file)]
        try await fetching(answers) { fetched, _, requests in
            #expect(fetched?.bytes == file && fetched?.attempts == 3)
            #expect(requests.last?.contains("Range:") == false)
        }
    }

    @Test func `a rest that is shorter than what was asked for is asked on, and a longer one refused`() async throws {
        let part = { (start: Int, end: Int) -> Answer in
            .ok(
                Array(self.file[start..<end]), status: "206 Partial Content",
                headers: ["ETag: \"v1\"", "Content-Range: bytes \(start)-\(end - 1)/\(self.file.count)"])
        }
        try await fetching([broken(at: 30_000), part(30_000, 40_000), rest(from: 40_000)]) { fetched, problem, _ in
            #expect(fetched?.bytes == file && fetched?.attempts == 3, "\(problem?.message ?? "")")
        }
        try await fetching([broken(at: 30_000), part(30_000, 40_000)]) { fetched, problem, _ in
            #expect(fetched == nil && problem?.code != nil)
        }
        let tooLong = Answer([
            Answer.head(
                "206 Partial Content",
                [
                    "ETag: \"v1\"", "Content-Range: bytes 30000-\(file.count - 1)/\(file.count)",
                    "Transfer-Encoding: chunked",
                ]),
            .text("20000\r\n"), .send([UInt8](repeating: 1, count: 0x20000)), .text("\r\n0\r\n\r\n"),
        ])
        try await fetching([broken(at: 30_000), tooLong]) { fetched, problem, _ in
            #expect(fetched == nil && problem?.code == .fetchUnreadableAnswer)
        }
    }

    @Test func `a brief fault of a host costs no file`() async throws {
        try await Bench.with { bench in
            let fetcher = Fetcher(bench.configuration)
            let answers = [Answer](repeating: .status("503 Unavailable"), count: 8) + [.ok(picture(500))]
            try await LoopbackOrigin.serving(inTurn: answers) { origin in
                let ends = await withTaskGroup(of: PreparationError.Code?.self) { group in
                    for number in 0..<12 {
                        group.addTask {
                            await problemCode {
                                _ = try await fetcher.fetch(
                                    .link(origin.url("/\(number)")), until: Deadline(in: .seconds(50))
                                ) { _, _ in }
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(ends.filter { $0 == nil }.count >= 9)
                #expect(!ends.contains(.fetchHostBackedOff))
            }
        }
    }

    @Test func `a host that asks for more time than there is says so in the problem`() async throws {
        try await fetching([.status("503 Unavailable", headers: ["Retry-After: 3600"])]) { _, problem, _ in
            #expect(problem?.retryAfter == .seconds(3_600) && problem?.detail?.contains("3600 s") == true)
        }
    }
}
