internal import Push

/// Every fault that a payload can have as a table in Markdown, for the guide.
package enum FaultTable {
    package static var markdown: String {
        let head = """
            | Fault | What to do |
            |---|---|

            """
        return head + PayloadFault.Rule.allCases.map { "| `\($0.rawValue)` | \($0.cure). |\n" }.joined()
    }
}
