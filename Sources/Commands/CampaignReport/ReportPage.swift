internal import Affix
internal import AttachmentModel
internal import Batching

/// A page about a whole campaign for people who do not read journals: one file that loads nothing and runs nothing.
struct ReportPage {
    /// Hosts that are named; more would hide the worst.
    private static let mostHosts = 10
    /// Problems of one kind that are shown unfolded.
    private static let mostUnfolded = 25

    /// What the journal is called.
    let journal: String
    /// When the page was made.
    let time: String
    let totals: ReportTotals
    let sheets: ReportSheets

    func write(to file: borrowing ReportFile) throws(PreparationError) {
        try file.write(head)
        for group in ReportItem.Group.allCases where totals.groups[group, default: 0] > 0 {
            try file.write(
                """
                <section class="group \(group.rawValue)"><h2>\(group.title)</h2><p class="lead">\(group.lead)</p>

                """)
            try writeReasons(of: group, to: file)
            try writeCards(of: group, to: file)
            try writeRows(of: group, to: file)
            try file.write("</section>\n")
        }
        try file.write(sizes)
        try file.write(hosts)
        try file.write(foot)
    }

    private func writeReasons(of group: ReportItem.Group, to file: borrowing ReportFile) throws(PreparationError) {
        let reasons = sheets.reasons.filter { $0.key.group == group }
            .sorted { ($1.value.count, $0.key.code) < ($0.value.count, $1.key.code) }
        for (reason, sheet) in reasons {
            let code = PreparationError.Code(text: reason.code)
            try file.write(
                """
                <details\(sheet.count <= Self.mostUnfolded ? HTML(" open") : "")><summary><span class="count">\
                \(sheet.count)</span> × \(code?.meaning ?? reason.code)</summary><p><b>What to do:</b> \
                \(code.map { $0.advice + "." } ?? "") <code>\(reason.code)</code></p><table class="problems"><thead><tr>\
                <th scope="col">Item</th><th scope="col">Source</th><th scope="col">What happened</th></tr></thead><tbody>

                """)
            try sheet.copy(to: file)
            try file.write("</tbody></table></details>\n")
        }
    }

    private func writeCards(of group: ReportItem.Group, to file: borrowing ReportFile) throws(PreparationError) {
        guard let sheet = sheets.cards[group] else { return }
        try file.write("<ul class=\"sheet\">\n")
        try sheet.copy(to: file)
        try file.write("</ul>\n")
    }

    private func writeRows(of group: ReportItem.Group, to file: borrowing ReportFile) throws(PreparationError) {
        guard let sheet = sheets.rows[group] else { return }
        if let shown = sheets.cards[group]?.count {
            try file.write(
                """
                <h3>\(sheet.count) more</h3><p class="soft">Only the first \(shown) are drawn, so that this page stays small \
                enough to be sent. A link leads to what was published.</p>

                """)
        }
        try file.write(ReportSheets.rowsBegin(of: sheet.count, mostUnfolded: Self.mostUnfolded))
        try sheet.copy(to: file)
        try file.write(ReportSheets.rowsEnd)
    }

    private var head: HTML {
        let counts = ReportItem.Group.allCases.filter { totals.groups[$0, default: 0] > 0 }
        let picks = counts.map { "\($0.rawValue)" }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src \
            '\(ReportStyle.proof)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
            <title>Push attachments: \(journal)</title>
            <style>\(HTML(stringLiteral: ReportStyle.css))</style></head><body>
            <header><h1>Push attachments</h1><p class="soft">\(totals.items) items of \(journal), as of \(time). \
            Made by affix \(Preparer.version).</p>
            \(notice)<ul class="tiles">\(HTML(counts.map(tile)))\(sizeTile)</ul>
            \(share)</header>
            \(HTML((["all"] + picks).map(pick)))
            <nav class="filter" aria-label="What is shown"><label for="show-all">All</label>\
            \(HTML(counts.map { "<label for=\"show-\($0.rawValue)\">\($0.title)</label>" }))</nav>
            <main>

            """
    }

    private func pick(_ name: String) -> HTML {
        let title = ReportItem.Group(rawValue: name)?.title ?? "All"
        return """
            <input class="pick" type="radio" name="show" id="show-\(name)" aria-label="Show: \(title)"\
            \(name == "all" ? HTML(" checked") : "")>
            """
    }

    private func tile(_ group: ReportItem.Group) -> HTML {
        "<li class=\"is-\(group.rawValue)\"><b>\(totals.groups[group, default: 0])</b><span>\(group.title)</span></li>"
    }

    private var sizeTile: HTML {
        let sizes = totals.sizes
        guard sizes.items > 0 else { return "" }
        return """
            <li class="size"><b>\(Humane.bytes(sizes.after))</b><span>published, from \(Humane.bytes(sizes.before))\
            \(Self.saving(sizes))</span></li>
            """
    }

    /// A bar of the groups; the tiles say the same in words.
    private var share: HTML {
        let all = max(1, totals.items)
        var start = 0
        let parts = ReportItem.Group.allCases.map { group -> HTML in
            let width = totals.groups[group, default: 0] * 1_000 / all
            defer { start += width }
            return "<rect class=\"\(group.rawValue)\" x=\"\(start)\" width=\"\(width)\" height=\"12\"/>"
        }
        return """
            <svg class="share" aria-hidden="true" viewBox="0 0 1000 12" preserveAspectRatio="none">\(HTML(parts))</svg>
            """
    }

    private var notice: HTML {
        guard totals.withoutAddress > 0 else { return "" }
        return """
            <p class="notice">\(totals.withoutAddress) attachments have no public address: no phone can fetch them. \
            Run the batch with --base-url and the address of your web server.</p>
            """
    }

    private var sizes: HTML {
        guard !totals.conversions.isEmpty else { return "" }
        let rows = totals.conversions.sorted {
            ($1.value.items, $0.key.from.rawValue) < ($0.value.items, $1.key.from.rawValue)
        }
        .map { conversion, sizes -> HTML in
            """
            <tr><th scope="row">\(conversion.from.words) → \(conversion.to.words)</th><td class="n">\(sizes.items)</td>\
            <td class="n">\(Humane.bytes(sizes.before))</td><td class="n">\(Humane.bytes(sizes.after))</td></tr>
            """
        }
        return """
            <section><h2>Sizes</h2><p class="lead">What came in and what phones load, all together.</p><div class="wide"><table>\
            <thead><tr><th scope="col">Files</th><th scope="col" class="n">Items</th><th scope="col" class="n">Before</th>\
            <th scope="col" class="n">After</th></tr></thead><tbody>\(HTML(rows))</tbody></table></div></section>

            """
    }

    private static func saving(_ sizes: ReportTotals.Sizes) -> String {
        guard sizes.after < sizes.before else { return "" }
        return ", \(Int((Double(sizes.before - sizes.after) / Double(sizes.before) * 100).rounded()))\u{A0}% less"
    }

    private var hosts: HTML {
        let hurting = totals.hosts.hurting.prefix(Self.mostHosts)
        let slowest = totals.hosts.slowest.prefix(Self.mostHosts)
        guard !hurting.isEmpty || !slowest.isEmpty else { return "" }
        return """
            <section><h2>Hosts</h2><p class="lead">Where the sources come from.</p>\
            \(table("Hosts that failed most", "Failed", hurting.map { ($0.name, "\($0.host.failures) of \($0.host.answered)") }))\
            \(table("Slowest hosts", "Time for a file", slowest.map {
                ($0.name, Humane.time(milliseconds: $0.host.meanMilliseconds))
            }))</section>

            """
    }

    private func table(_ title: String, _ column: String, _ rows: [(String, String)]) -> HTML {
        guard !rows.isEmpty else { return "" }
        let body = rows.map { HTML("<tr><th scope=\"row\">\($0.0)</th><td class=\"n\">\($0.1)</td></tr>") }
        return """
            <h3>\(title)</h3><div class="wide"><table><thead><tr><th scope="col">Host</th><th scope="col" class="n">\(column)\
            </th></tr></thead><tbody>\(HTML(body))</tbody></table></div>
            """
    }

    private var foot: HTML {
        """
        </main><footer><p>The cards show about what an iPhone shows: a square from the middle of the picture as the push \
        arrives, all of it when it is opened. The pictures on them are small copies. This page loads nothing and runs nothing; \
        sources are shown without user, query and fragment.</p></footer></body></html>

        """
    }
}
