internal import AttachmentModel

/// How long phones need, by link and size, as a table in Markdown, for the guide.
package enum WindowTable {
    private static let sizes = [100_000, 300_000, 1_000_000, 3_000_000]

    package static var markdown: String {
        let head = """
            | Link | Mbit/s | Round trip | \(sizes.map(Humane.bytes).joined(separator: " | ")) |
            |---|---|---|\(sizes.map { _ in "---|" }.joined())

            """
        return head
            + MobileLink.all.map { link in
                let times = sizes.map { Humane.time(milliseconds: link.seconds(for: $0) * 1_000) }
                let trip = Humane.time(milliseconds: link.roundTrip * 1_000)
                return
                    "| `\(link.name)` | \(Humane.rate(link.megabits)) | \(trip) | \(times.joined(separator: " | ")) |\n"
            }.joined()
    }
}
