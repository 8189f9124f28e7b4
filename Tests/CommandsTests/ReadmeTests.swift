import Commands
import FoundationEssentials
import Testing

/// The README's tables are made from the program's own; a change of either without the other is a fault.
///
/// Run with `RECORD_SNAPSHOTS=1` to write them into the README as they are now.
struct ReadmeTests {
    private let file: URL
    private let readme: String

    init() throws {
        file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        readme = try String(contentsOf: file, encoding: .utf8)
    }

    @Test(.serialized, arguments: [SettingsTable.markdown, CodeTable.markdown])
    func `a table of the README is the program's own`(table: String) throws {
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try recorded(table).write(to: file, atomically: true, encoding: .utf8)
        }
        // A Bool of its own: a failure should not print the whole README.
        let isThere = try String(contentsOf: file, encoding: .utf8).contains("\n\n" + table + "\n")
        #expect(isThere, "expected in the README, as it stands here:\n\(table)")
    }

    @Test(arguments: ["PrepareExample", "BatchExample"])
    func `an example of the README is what is compiled`(folder: String) throws {
        let source = file.deletingLastPathComponent().appending(path: "Tests/\(folder)/main.swift")
        let isThere = readme.contains("```swift\n" + (try String(contentsOf: source, encoding: .utf8)) + "```\n")
        #expect(isThere, "expected in the README: \(source.path)")
    }

    /// The README with this table in the place of the one that has the same head.
    private func recorded(_ table: String) -> String {
        let head = table.prefix { $0 != "\n" }
        let blocks = readme.split(separator: "\n\n", omittingEmptySubsequences: false)
        return blocks.map { $0.hasPrefix(head + "\n") ? String(table.dropLast()) : String($0) }
            .joined(separator: "\n\n")
    }
}
