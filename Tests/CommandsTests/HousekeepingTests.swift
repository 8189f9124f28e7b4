internal import FoundationEssentials
internal import Testing

@testable internal import Commands

/// `affix index` and `affix collect` as people and programs read them.
struct HousekeepingTests {
    @Test func `a collection touches nothing unless told to, and says so`() async {
        let recorder = RecordingConsole()
        #expect(await run("collect", on: recorder) == .ready)
        #expect(
            recorder.output == """
                2 files, 1.5 MB, would be removed
                3 files, 3 MB, stay
                Nothing was touched; --delete removes them.

                """)
    }

    @Test func `what was removed and forgotten is counted`() async {
        let recorder = RecordingConsole()
        #expect(await run("collect", "--delete", on: recorder) == .ready)
        #expect(recorder.output.contains("2 files, 1.5 MB, removed\n"))
        #expect(recorder.output.contains("4 answers of the index were forgotten"))
        #expect(recorder.output.contains("2 kept originals, 900 kB, removed\n"))
    }

    @Test func `a damaged file is this machine's fault`() async {
        let recorder = RecordingConsole()
        #expect(await run("collect", "--verify", on: recorder) == .machine)
        #expect(recorder.output.contains("damaged: ab/ab.jpg"))
    }

    @Test func `a collection for programs is one object`() async {
        let recorder = RecordingConsole()
        _ = await run("collect", "--json", on: recorder)
        #expect(
            recorder.output
                == #"{"damaged":[],"expired":2,"expired_bytes":1500000,"expired_original_bytes":0,"expired_originals":0,"forgotten":0,"kept":3,"kept_bytes":3000000,"removes":false}"#
                + "\n")
    }

    @Test func `the index is told in four lines`() async {
        let recorder = RecordingConsole()
        #expect(await run("index", on: recorder) == .ready)
        #expect(
            recorder.output == """
                file      /state/index.sqlite, 81.9 kB
                receipts  7, of which 3 hold without asking the host
                refusals  1
                stale     2, made by other rules and never given again

                """)
    }

    @Test func `an export is an object for each answer and nothing else`() async {
        let recorder = RecordingConsole()
        #expect(await run("index", "--json", "--verify", on: recorder) == .machine)
        #expect(recorder.output.split(separator: "\n").count == 1)
        #expect(recorder.output.contains(#""source":"https://a/x?…""#))
        #expect(recorder.error == "missing or damaged: ab/ab.jpg\n")
    }
}
