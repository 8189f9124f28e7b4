import FoundationEssentials
import Rulebook
import Testing

struct VerdictTableTests {
    @Test func `the README's verdicts are the rulebook's`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
        let readme = String(decoding: try Data(contentsOf: root), as: UTF8.self)
        // A Bool of its own: a failure should not print the whole README.
        let isThere = readme.contains("\n\n" + VerdictTable.markdown + "\n")
        #expect(isThere, "expected in the README, as it stands here:\n\(VerdictTable.markdown)")
    }
}
