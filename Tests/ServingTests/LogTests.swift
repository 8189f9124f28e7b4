internal import AttachmentModel
internal import Synchronization
internal import Testing

@testable internal import Serving

struct LogTests {
    private static let request = RequestNote(
        time: "2026-11-30T18:00:01Z", id: "x", method: "POST", route: "prepare", status: 200, result: "ready",
        milliseconds: 12.5, digest: String(repeating: "a", count: 64), token: "team")

    @Test func `a person reads a line of words for each request`() {
        #expect(Self.request.words == "18:00:01  200  POST prepare  12.5 ms  ready  aaaaaaaaaaaa  team\n")
        let bare = RequestNote(
            time: "2026-11-30T18:00:01Z", id: "x", method: "GET", route: "job", status: 404, milliseconds: 1)
        #expect(bare.words == "18:00:01  404  GET job  1.0 ms\n")
    }

    @Test(arguments: [(204, nil, "204"), (nil, "fetch-connect", "fetch-connect")] as [(Int?, String?, String)])
    func `a person reads what came of a callback`(status: Int?, code: String?, answer: String) {
        let note = CallbackNote(
            time: "2026-11-30T18:00:01Z", callback: "job", place: "https://a.example", attempt: 2, result: "put-off",
            status: status, code: code, milliseconds: 3)
        #expect(note.words == "18:00:01  \(answer)  callback 2 to https://a.example  3.0 ms  put-off\n")
    }

    @Test(arguments: [true, false]) func `a log is for people or for programs`(isForPeople: Bool) {
        let lines = Mutex<[String]>([])
        var configuration = ServiceConfiguration()
        configuration.logsWords = isForPeople
        configuration.log = { line in lines.withLock { $0.append(line) } }
        configuration.log(Self.request, Self.request.words)
        let line = lines.withLock { $0.joined() }
        #expect(
            isForPeople ? line == Self.request.words : line.hasPrefix("{\"digest\":\"aaaa") && line.hasSuffix("}\n"))
    }
}
