internal import AttachmentModel
internal import FoundationEssentials
internal import Testing

@testable internal import Commands

/// `affix withdraw` as people and programs read it.
struct WithdrawTests {
    @Test func `what was withdrawn is told, and what became of it`() async {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "https://a/x?token=hidden", on: recorder) == .ready)
        #expect(
            recorder.output == """
                withdrawn  https://a/x?token=hidden
                sources    https://a/x?…
                digests    aa
                           ab
                removed    1 files; 2 answers of the index
                urls       https://cdn.example.com/ab/ab.jpg

                """)
    }

    @Test func `for programs it is an object for each operand`() async {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "--json", "a", "b", on: recorder) == .ready)
        let lines = recorder.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0]
                == #"{"action":"withdrawn","asked":"a","at":"2030-01-01T00:00:00Z","digests":["aa","ab"],"forgotten":2,"purged":0,"removed":1,"sources":["https://a/x?…"],"still_withdrawn":[],"troubles":[],"urls":["https://cdn.example.com/ab/ab.jpg"]}"#
        )
    }

    @Test func `what could not be done is this machine's fault`() async {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "half", on: recorder) == .machine)
        #expect(recorder.output.contains("trouble    ab could not be removed"))
    }

    @Test func `what was allowed again is told, and what was never withdrawn`() async {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "--undo", "a", "unknown", on: recorder) == .ready)
        #expect(recorder.output.contains("allowed  a\nsources  https://a/x?…\n"))
        #expect(recorder.output.contains("allowed  unknown\n         nothing: it was not withdrawn\n"))
    }

    @Test func `what another withdrawal still blocks is told`() async {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "--undo", "held", on: recorder) == .ready)
        #expect(
            recorder.output.contains("blocked  ab, withdrawn with https://a/y, https://a/z\n"), "\(recorder.output)")
    }

    @Test(arguments: ["", " "]) func `nothing is no operand, and nothing is done before that is told`(word: String)
        async
    {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "a", word, on: recorder) == .usage)
        #expect(recorder.output.isEmpty && recorder.error.contains("An operand is empty"))
    }

    @Test func `a list has no operands`() async {
        let recorder = RecordingConsole()
        #expect(await run("withdraw", "--list", on: recorder) == .ready)
        #expect(recorder.output == "since    2030-01-01T00:00:00Z\ndigests  ab\n")
        #expect(await run("withdraw", "--list", "a", on: RecordingConsole()) == .usage)
        #expect(await run("withdraw", on: RecordingConsole()) == .usage)
    }
}
