internal import AttachmentModel

/// Every cause of a failure as a table in Markdown, for the README.
package enum CodeTable {
    package static var markdown: String {
        let head = """
            | Code | Whose fault | Passes by itself | What it means, and what to do |
            |---|---|---|---|

            """
        return head
            + PreparationError.Code.all.map { code in
                let passes = code.isRetryable ? "perhaps" : "no"
                return "| `\(code.text)` | \(code.blame.rawValue) | \(passes) | \(code.meaning). \(code.advice). |\n"
            }.joined()
    }
}
