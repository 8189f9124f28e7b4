import Commands
import FoundationEssentials
import Testing

/// The tables of README and guide are made from the program's own; a change of either without the other is a fault.
///
/// Run with `RECORD_SNAPSHOTS=1` to write them as they are now.
struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    @Test(
        .serialized,
        arguments: [
            ("README.md", SettingsTable.markdown), ("README.md", CodeTable.markdown),
            ("GUIDE.md", FaultTable.markdown), ("GUIDE.md", WindowTable.markdown),
        ])
    func `a table that people read is the program's own`(name: String, table: String) throws {
        let file = Self.root.appending(path: name)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let text = try String(contentsOf: file, encoding: .utf8)
            try Self.recorded(table, in: text).write(to: file, atomically: true, encoding: .utf8)
        }
        // A Bool of its own: a failure should not print the whole text.
        let isThere = try String(contentsOf: file, encoding: .utf8).contains("\n\n" + table + "\n")
        #expect(isThere, "expected in \(name), as it stands here:\n\(table)")
    }

    @Test(arguments: ["PrepareExample", "BatchExample"])
    func `an example of the README is what is compiled`(folder: String) throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let source = Self.root.appending(path: "Tests/\(folder)/main.swift")
        let isThere = readme.contains("```swift\n" + (try String(contentsOf: source, encoding: .utf8)) + "```\n")
        #expect(isThere, "expected in the README: \(source.path)")
    }

    /// The text with this table in the place of the one that has the same head.
    private static func recorded(_ table: String, in text: String) -> String {
        let head = table.prefix { $0 != "\n" }
        let blocks = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        return blocks.map { $0.hasPrefix(head + "\n") ? String(table.dropLast()) : String($0) }
            .joined(separator: "\n\n")
    }
}
