internal import Affix
internal import AttachmentModel
internal import Testing

@testable internal import Commands

struct LiveLineTests {
    private let start = ContinuousClock.now

    @Test func `it is redrawn at most ten times a second`() {
        var state = LiveLineState(sources: 1)
        let texts = (0..<100).compactMap { step in
            state.report(
                Progress(stage: .fetch, bytesReceived: step * 1_000), of: 0,
                at: start.advanced(by: .milliseconds(10 * step)))
        }
        #expect(texts.count == 10)
        #expect(texts.last == "fetching … 90 kB")
    }

    @Test func `a new stage of a single source is shown at once`() {
        var state = LiveLineState(sources: 1)
        #expect(state.report(Progress(stage: .fetch), of: 0, at: start) == "fetching …")
        #expect(state.report(Progress(stage: .render), of: 0, at: start) == "rendering …")
    }

    @Test(arguments: [
        (0.0, "encoding … 0 %"), (0.456, "encoding … 45 %"), (1.0, "encoding … 100 %"), (7.0, "encoding … 100 %"),
    ])
    func `of what is encoded the share is shown`(share: Double, text: String) {
        var state = LiveLineState(sources: 1)
        #expect(state.report(Progress(stage: .render, encoded: share), of: 0, at: start) == text)
    }

    @Test func `several sources are counted`() {
        var state = LiveLineState(sources: 3)
        state.finish(0)
        let text = state.report(Progress(stage: .fetch, bytesReceived: 1_500_000), of: 1, at: start)
        #expect(text == "1 of 3 done, 1 fetching, 1.5 MB")
    }

    @Test func `on a terminal it is cleared before anything is printed`() async {
        let recorder = RecordingConsole(isTerminal: true)
        _ = await run("prepare", "--json", "ok", on: recorder)
        #expect(recorder.error == "\rfetching … 1.2 MB of 2.4 MB\u{1B}[K\r\u{1B}[K")
    }

    @Test(arguments: [(false, [:]), (true, ["TERM": "dumb"])])
    func `without a terminal that can redraw there is none`(isTerminal: Bool, environment: [String: String]) async {
        let recorder = RecordingConsole(environment: environment, isTerminal: isTerminal)
        _ = await run("prepare", "ok", on: recorder)
        #expect(recorder.error.isEmpty)
    }

    @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false), (["NO_COLOR": ""], true)])
    func `colour is for terminals whose user did not refuse it`(environment: [String: String], colour: Bool) async {
        let recorder = RecordingConsole(environment: environment, isTerminal: true)
        _ = await run("prepare", "media-empty", on: recorder)
        #expect(recorder.error.contains("\u{1B}[31m") == colour)
    }
}
