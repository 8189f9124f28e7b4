import Commands
import FoundationEssentials
import Testing

/// The README's tables are made from the program's own; a change of either without the other is a fault.
struct ReadmeTests {
    private let readme: String

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        readme = String(decoding: try Data(contentsOf: root), as: UTF8.self)
    }

    @Test(arguments: [SettingsTable.markdown, CodeTable.markdown])
    func `a table of the README is the program's own`(table: String) {
        // A Bool of its own: a failure should not print the whole README.
        let isThere = readme.contains("\n\n" + table + "\n")
        #expect(isThere, "expected in the README, as it stands here:\n\(table)")
    }
}
