internal import Affix
internal import AttachmentModel
internal import Batching
internal import Handover

/// The parts of a report that grow while the journal is read.
struct ReportSheets {
    /// A kind of problem, in one of the groups.
    struct Reason: Hashable {
        let group: ReportItem.Group
        let code: String
    }

    /// Cards with pictures in a group; the rest are links.
    ///
    /// A page with twice as many cards can still be sent by mail.
    static let mostCards = 300
    /// Rows in one block; a browser need not draw those of closed blocks.
    private static let mostRows = 500

    private let room: SpoolRoom
    private(set) var reasons: [Reason: ReportSheet] = [:]
    private(set) var cards: [ReportItem.Group: ReportSheet] = [:]
    private(set) var rows: [ReportItem.Group: ReportSheet] = [:]

    /// - Parameter room: where they go when they outgrow memory.
    init(in room: SpoolRoom) {
        self.room = room
    }

    /// Cards that a group may still have.
    func freeCards(of group: ReportItem.Group) -> Int { Self.mostCards - (cards[group]?.count ?? 0) }

    /// Puts an item where it belongs.
    ///
    /// - Parameter card: how it looks; `nil` for one that is only listed.
    mutating func add(_ item: ReportItem, card: HTML?) throws(PreparationError) {
        if let card {
            try sheet(\.cards, item.group).add(card)
        } else if let problem = item.problem {
            let reason = Reason(group: item.group, code: problem.code)
            try sheet(\.reasons, reason).add(Self.row(item, problem.message, problem.detail))
        } else {
            let sheet = sheet(\.rows, item.group)
            let isFull = sheet.count > 0 && sheet.count.isMultiple(of: Self.mostRows)
            let next: HTML = isFull ? "\(Self.rowsEnd)\(Self.rowsBegin(from: sheet.count + 1))" : ""
            try sheet.add("\(next)\(Self.row(item))")
        }
    }

    private mutating func sheet<Key>(
        _ sheets: WritableKeyPath<ReportSheets, [Key: ReportSheet]>, _ key: Key
    ) -> ReportSheet {
        if let sheet = self[keyPath: sheets][key] { return sheet }
        let sheet = ReportSheet(in: room)
        self[keyPath: sheets][key] = sheet
        return sheet
    }

    /// Opens a block of rows.
    private static func rowsBegin(from number: Int) -> HTML {
        "<details><summary>From number \(number)</summary><ul class=\"rows\">\n"
    }

    /// Opens the first of the blocks that so many rows are cut into: a few of them are a list that needs no unfolding.
    static func rowsBegin(of count: Int, mostUnfolded: Int) -> HTML {
        guard count <= mostRows else { return rowsBegin(from: 1) }
        let open: HTML = count <= mostUnfolded ? " open" : ""
        return "<details\(open)><summary>\(count) items</summary><ul class=\"rows\">\n"
    }

    static let rowsEnd: HTML = "</ul></details>\n"

    private static func row(_ item: ReportItem) -> HTML {
        switch item.line.answer {
        case .receipt(let receipt): return ReportCard.row(item, receipt)
        case .inspection(let inspection):
            let work = inspection.verdict.work.map(\.words).joined(separator: ", ")
            let id = item.id.map { HTML("<b>\($0)</b> ") } ?? ""
            let words: HTML = work.isEmpty ? "" : " <em>\(work)</em>"
            return "<li>\(id)\(item.source) \(Humane.facts(inspection.facts))\(words)</li>\n"
        case .problem: return ""
        }
    }

    private static func row(_ item: ReportItem, _ message: String, _ detail: String?) -> HTML {
        let more = detail.map { HTML("<br><code>\($0)</code>") } ?? ""
        return """
            <tr><th scope="row">\(item.id ?? item.name)</th><td class="source">\(item.source)</td>\
            <td class="why">\(message)\(more)</td></tr>

            """
    }
}
