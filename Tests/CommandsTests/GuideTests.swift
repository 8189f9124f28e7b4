internal import FoundationEssentials
internal import Testing

@testable internal import Commands

/// What the guide shows is what the commands print, with the files beside this one.
///
/// Run with `RECORD_SNAPSHOTS=1` to write what they print into the guide.
struct GuideTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test func `every example of the guide prints what stands there`() async throws {
        let file = Self.folder.appending(path: "../../GUIDE.md")
        let guide = try String(contentsOf: file, encoding: .utf8)
        let printed = await Self.printed(guide)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try printed.text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(printed.commands > 10)
        let isSame = try String(contentsOf: file, encoding: .utf8) == printed.text
        #expect(isSame, "the guide should read:\n\(printed.text)")
    }

    /// The guide with what its console blocks print now.
    private static func printed(_ guide: String) async -> (text: String, commands: Int) {
        var lines: [String] = []
        var commands = 0
        var isConsole = false
        for line in guide.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") { isConsole = line == "```console" }
            guard isConsole, !line.hasPrefix("```") else {
                lines.append(line)
                continue
            }
            // Everything else in the block was printed.
            guard line.hasPrefix("$ affix ") else { continue }
            commands += 1
            let recorder = RecordingConsole()
            _ = await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words(of: line).map(located))
            let place = folder.appending(path: "Guide").path + "/"
            let output = (recorder.output + recorder.error).replacing(place, with: "")
            lines += [line] + output.split(separator: "\n").map(String.init)
        }
        return (lines.joined(separator: "\n"), commands)
    }

    /// The words of a command line after the program's name; quotes hold blanks together.
    private static func words(of line: String) -> [String] {
        var words = [""]
        var isQuoted = false
        for character in line.dropFirst("$ affix ".count) {
            switch character {
            case "\"": isQuoted.toggle()
            case " " where !isQuoted: words.append("")
            default: words[words.count - 1].append(character)
            }
        }
        return words
    }

    private static func located(_ word: String) -> String {
        word.hasSuffix(".json") ? folder.appending(path: "Guide/" + word).path : word
    }
}
