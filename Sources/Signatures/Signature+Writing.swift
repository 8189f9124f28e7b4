internal import AttachmentModel

extension Signature {
    /// Elements that a page may begin with when its author left out the doctype.
    private static let pageElements = [
        "html", "head", "body", "title", "meta", "link", "script", "style", "base", "iframe", "frameset", "div", "span",
        "p", "a", "b", "i", "br", "hr", "h1", "h2", "h3", "ul", "ol", "li", "img", "table", "form", "font", "center",
        "pre",
        "main", "nav", "header", "section", "article", "noscript", "!--",
    ]

    /// Kinds that people write: markup, JSON and plain text.
    static func writtenKind(of head: Span<UInt8>) -> MediaKind? {
        let text = WrittenHead(head)
        if text.begins(with: "<") { return markupKind(of: text) }
        guard text.isText else { return nil }
        return isJSON(text) ? .json : .text
    }

    private static func markupKind(of text: WrittenHead) -> MediaKind? {
        if text.begins(with: "<?xml") {
            if text.position(ofElement: "svg") != nil { return .svg }
            return text.position(ofElement: "html") != nil || text.position(of: "<!doctype html") != nil ? .html : .xml
        }
        if text.begins(with: "<!doctype svg") || text.begins(withElement: "svg") { return .svg }
        if text.begins(with: "<!doctype html") { return .html }
        if pageElements.contains(where: text.begins(withElement:)) { return .html }
        guard text.isText else { return nil }
        return text.begins(with: "<!doctype") || text.bytes.dropFirst().first?.isLetter == true ? .xml : .text
    }

    /// Whether an opening bracket is followed by what JSON allows there.
    private static func isJSON(_ text: WrittenHead) -> Bool {
        let rest = text.bytes.dropFirst().drop(while: \.isBlank)
        let next = rest.first
        if text.begins(with: "{") { return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}") }
        guard text.begins(with: "["), let next else { return false }
        return "{[]\"-".utf8.contains(next) || next.isDigit
            || ["true", "false", "null"].contains { rest.starts(with: $0.utf8) }
    }
}

extension WrittenHead {
    func begins(withElement name: String) -> Bool {
        begins(with: "<" + name) && endsName(at: bytes.startIndex + 1 + name.utf8.count)
    }

    /// Where an element of this name begins first.
    func position(ofElement name: String) -> Int? {
        var start = bytes.startIndex
        while let position = position(of: "<" + name, from: start) {
            start = position + 1 + name.utf8.count
            if endsName(at: start) { return position }
        }
        return nil
    }

    /// `<b>`, `<b class`, `<br/>`, `<svg:svg` end a name; `<bold>` does not.
    private func endsName(at position: Int) -> Bool {
        guard position < bytes.endIndex else { return true }
        return bytes[position].isBlank || [0x3E, 0x2F, 0x3A].contains(bytes[position]) || bytes[position - 1] == 0x2D
    }
}
