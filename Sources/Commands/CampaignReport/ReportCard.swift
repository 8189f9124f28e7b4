internal import Affix
internal import AttachmentModel
internal import FoundationEssentials

/// A rendition as it will look: the notification as it arrives, and opened.
struct ReportCard {
    let item: ReportItem
    let receipt: Receipt
    /// A small picture of it; `nil` where none could be made.
    let preview: Preview?
    /// Its place on the page.
    let number: Int

    var html: HTML {
        let id = item.id.map { HTML("<p class=\"own\">\($0)</p>") } ?? ""
        var remarks: HTML = ""
        if !item.remarks.isEmpty {
            remarks = "<ul class=\"remarks\">\(HTML(item.remarks.map { "<li>\($0)</li>" }))</ul>"
        }
        return """
            <li class="card"><div class="push"><div class="short"><span class="app"></span>\
            <p><b>\(item.name)</b><span>As it arrives</span></p>\(small)</div>\
            <div class="long">\(large)<p><b>\(item.name)</b><span>Opened</span></p></div></div>\
            <div class="about"><h3>\(item.name)</h3>\(id)<p>\(change)</p>\
            \(remarks)\
            <p class="source">\(item.source)</p>\(Self.link(receipt.url, "Open what was published"))</div></li>

            """
    }

    /// What it was and what it became.
    private var change: HTML {
        let now = Humane.facts(receipt.facts)
        guard let before = receipt.source.facts else { return "\(now)" }
        guard receipt.path != .pass else { return "\(now), as it came" }
        return "\(now)<br><span class=\"was\">from \(before.kind.words), \(Humane.bytes(before.bytes))</span>"
    }

    /// The picture at the right end of a notification: filled from its middle.
    private var small: HTML {
        guard let preview else { return "<span class=\"thumb\">\(ReportGlyph.of(receipt.facts))</span>" }
        return """
            <svg class="thumb" aria-hidden="true" viewBox="0 0 \(preview.width) \(preview.height)" \
            preserveAspectRatio="xMidYMid slice"><use href="#p\(number)"/></svg>
            """
    }

    private var large: HTML {
        let size =
            receipt.facts.width.flatMap { width in receipt.facts.height.map { ", \(width) by \($0) pixels" } } ?? ""
        guard let preview else {
            let playing = receipt.facts.duration.map { ", " + Humane.time(milliseconds: $0 * 1_000) } ?? ""
            return """
                <div class="stand-in" role="img" aria-label="\(receipt.facts.kind.words) of \(item.name)\(playing)">\
                \(ReportGlyph.of(receipt.facts))<span>\(receipt.facts.kind.words)\(playing)</span></div>
                """
        }
        let data = Data(preview.bytes).base64EncodedString()
        let moves = receipt.facts.isAnimated ? HTML("<span class=\"moves\">moves</span>") : ""
        return """
            <div class="picture"><svg role="img" aria-label="What \(item.name) became\(size)" \
            viewBox="0 0 \(preview.width) \(preview.height)"><image id="p\(number)" width="\(preview.width)" \
            height="\(preview.height)" href="data:\(preview.mime);base64,\(data)"/></svg>\(moves)</div>
            """
    }

    /// A line for an item that has no card.
    static func row(_ item: ReportItem, _ receipt: Receipt) -> HTML {
        let remarks = item.remarks.isEmpty ? "" : HTML(" <em>\(item.remarks.joined(separator: "; "))</em>")
        let id = item.id.map { HTML("<b>\($0)</b> ") } ?? ""
        return "<li>\(id)\(link(receipt.url, item.name)) \(Humane.facts(receipt.facts))\(remarks)</li>\n"
    }

    /// A link to a published file, or only its words where it would lead somewhere else.
    static func link(_ url: String, _ words: String) -> HTML {
        guard ["https://", "http://", "file:///"].contains(where: url.hasPrefix) else { return "<span>\(words)</span>" }
        return "<a href=\"\(url)\" rel=\"noopener noreferrer\">\(words)</a>"
    }
}
