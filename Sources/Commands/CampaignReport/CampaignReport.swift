internal import Affix
internal import AttachmentModel
internal import Batching
internal import FlowControl
internal import FoundationEssentials
internal import Handover

/// Makes the page about a journal: reads it once, draws the first of its renditions, and holds neither in memory.
struct CampaignReport {
    /// The file, by whose name the page goes.
    let journal: String
    let review: JournalReview
    let line: any PreparationLine
    /// Where the parts of the page lie while they grow.
    let room: SpoolRoom
    /// Pictures that are made at once.
    let width: Int

    func write(to path: String) async throws(PreparationError) {
        let (lane, review) = (BlockingLane(), review)
        var totals = ReportTotals()
        var sheets = ReportSheets(in: room)
        var place = 0
        var number = 0
        while true {
            let start = place
            let piece = try await lane.run { () throws(PreparationError) in try review.piece(from: start) }
            guard let piece else { break }
            place = piece.end
            let items = piece.lines.map { ReportItem(line: $0) }
            let previews = await previews(of: Self.drawn(items, in: sheets))
            for (index, item) in items.enumerated() {
                totals.note(item)
                var card: HTML?
                if let preview = previews[index], case .receipt(let receipt) = item.line.answer {
                    number += 1
                    card = ReportCard(item: item, receipt: receipt, preview: preview, number: number).html
                }
                try sheets.add(item, card: card)
            }
        }
        let file = try ReportFile(at: path)
        let name = journal.split(separator: "/").last.map(String.init) ?? journal
        let page = ReportPage(journal: name, time: Self.time, totals: totals, sheets: sheets)
        try page.write(to: file)
        try file.appear()
    }

    /// Now, as in `2026-11-30 12:05 UTC`.
    private static var time: String {
        let stamp = Date().formatted(.iso8601)
        return "\(stamp.prefix(10)) \(stamp.dropFirst(11).prefix(5)) UTC"
    }

    /// The receipts that get a card, by their places.
    private static func drawn(_ items: [ReportItem], in sheets: ReportSheets) -> [Int: Receipt] {
        var free: [ReportItem.Group: Int] = [:]
        var drawn: [Int: Receipt] = [:]
        for (index, item) in items.enumerated() {
            guard case .receipt(let receipt) = item.line.answer else { continue }
            let rest = free[item.group] ?? sheets.freeCards(of: item.group)
            guard rest > 0 else { continue }
            free[item.group] = rest - 1
            drawn[index] = receipt
        }
        return drawn
    }

    /// Makes a small picture of each; there is none of what is no picture or lies there no more.
    private func previews(of receipts: [Int: Receipt]) async -> [Int: Preview?] {
        await withTaskGroup(of: (Int, Preview?).self) { group in
            var waiting = receipts.sorted { $0.key < $1.key }[...]
            func begin() {
                guard let (index, receipt) = waiting.popFirst() else { return }
                group.addTask { (index, try? await line.preview(of: receipt)) }
            }
            for _ in 0..<max(1, width) { begin() }
            var previews: [Int: Preview?] = [:]
            for await (index, preview) in group {
                previews[index] = .some(preview)
                begin()
            }
            return previews
        }
    }
}
