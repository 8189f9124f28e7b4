internal import AttachmentModel
internal import Batching
internal import Testing

@testable internal import Commands

struct BatchLineTests {
    private func tally(read: Int = 0, total: Int? = nil, skipped: Int = 0, _ statuses: [String: Int] = [:])
        -> BatchTally
    {
        var tally = BatchTally()
        (tally.read, tally.total, tally.skipped, tally.statuses) = (read, total, skipped, statuses)
        return tally
    }

    @Test func `a line tells done, total, statuses, rate and time left`() {
        let line = BatchLine(
            tally: tally(total: 400, skipped: 50, ["ready": 40, "refused": 8, "failed": 2]), elapsed: .seconds(10))
        #expect(line.words == "100 of 400 done: 40 ready, 8 refused, 2 failed; 5/s, 1 min 0 s left")
        #expect(line.drawn.hasPrefix("[#####---------------] 100 of 400"))
    }

    @Test func `the host that hurts most is named while it goes on`() {
        var tally = tally(["failed": 3])
        for (name, isFailure) in [("good.example", false), ("bad\u{1B}.example", true), ("bad\u{1B}.example", true)] {
            tally.hosts.note(name, isFailure: isFailure, milliseconds: 1)
        }
        let line = BatchLine(tally: tally, elapsed: .zero)
        #expect(line.words == "3 done: 0 ready, 0 refused, 3 failed; bad.example failed 2 times")
    }

    @Test func `what is not known yet is not told`() {
        let line = BatchLine(tally: tally(), elapsed: .zero)
        #expect(line.words == "0 done: 0 ready, 0 refused, 0 failed")
        #expect(line.drawn == line.words)
    }

    @Test func `verdicts have their own names, and a list that grew while it was read no more than a whole bar`() {
        let line = BatchLine(tally: tally(total: 2, ["attachable": 2, "needs-work": 1]), elapsed: .milliseconds(10))
        #expect(line.drawn == "[####################] 3 of 2 done: 2 attachable, 1 needs-work, 0 refused, 0 failed")
    }

    @Test func `a log gets a line each half minute, and no bar`() {
        let recorder = RecordingConsole()
        let start = ContinuousClock.now
        let display = BatchDisplay(on: recorder.console, at: start)
        for second in stride(from: 0.0, through: 75, by: 0.5) {
            display.take(.tally(tally(total: 100, ["ready": Int(second)])), at: start + .seconds(second))
        }
        #expect(
            recorder.error == """
                30 of 100 done: 30 ready, 0 refused, 0 failed; 1/s, 1 min 10 s left
                60 of 100 done: 60 ready, 0 refused, 0 failed; 1/s, 40 s left

                """)
    }

    @Test func `bad lines are told one by one, but not without end`() throws {
        let recorder = RecordingConsole()
        let display = BatchDisplay(on: recorder.console)
        for line in 1...30 {
            let problem = PreparationError(.sourceInvalid, "Line \(line) is bad")
            display.take(.badLine(ManifestEntry(manifest: "m", line: line, content: .failure(problem)), problem))
        }
        let lines = recorder.error.split(separator: "\n")
        #expect(lines.count == 21 && lines[0].hasPrefix("m:1: Line 1 is bad"))
        #expect(lines[20] == "Further bad lines stand in the journal only.")
    }

    @Test func `on a terminal the line is redrawn and taken away, elsewhere nothing is said for half a minute`() {
        for isTerminal in [true, false] {
            let recorder = RecordingConsole(isTerminal: isTerminal)
            let display = BatchDisplay(on: recorder.console)
            display.take(.tally(tally(total: 4, ["ready": 2])))
            display.take(.remark("so\u{1B} it is"))
            display.end()
            let drawn = "\r[##########----------] 2 of 4 done: 2 ready, 0 refused, 0 failed\u{1B}[K\r\u{1B}[K"
            #expect(recorder.error == (isTerminal ? drawn : "") + "so it is\n")
        }
    }
}
