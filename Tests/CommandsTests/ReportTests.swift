internal import Affix
internal import FoundationEssentials
internal import Testing

@testable internal import Commands

struct ReportTests {
    private let findings = [
        Finding("worker", isGood: true, found: "libvips 8.14", remedy: ""),
        Finding("shelf", isGood: false, found: "cannot be written", remedy: "Choose another with --shelf"),
    ]

    @Test func `a machine that lacks something is told what and how to get it`() async {
        let recorder = RecordingConsole()
        let status = await run("doctor", on: recorder, line: ScriptedLine(findings: findings))
        #expect(status == .machine)
        #expect(
            recorder.output == """
                ✓ worker  libvips 8.14
                ✗ shelf   cannot be written
                          → Choose another with --shelf

                """)
    }

    @Test func `a machine that lacks nothing is ready`() async {
        let recorder = RecordingConsole()
        #expect(await run("doctor", "--json", on: recorder, line: ScriptedLine(findings: [findings[0]])) == .ready)
        #expect(recorder.output == #"{"found":"libvips 8.14","good":true,"name":"worker"}"# + "\n")
    }

    @Test(arguments: ["--json", "--no-json"])
    func `a password in a setting is not shown`(form: String) async {
        let recorder = RecordingConsole(environment: ["AFFIX_BASE_URL": "https://me:pass@cdn.example.com/x"])
        #expect(await run("config", form, on: recorder) == .ready)
        #expect(recorder.output.contains("https://***@cdn.example.com/x"))
        #expect(!recorder.output.contains("pass"))
    }

    @Test func `the README's table has a row for every setting`() {
        for setting in SettingsTable.rows {
            #expect(SettingsTable.markdown.contains("| `\(setting.environmentName)` |"))
        }
    }
}
