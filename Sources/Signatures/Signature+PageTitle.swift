extension Signature {
    private static let mostTitleSearched = 65_536
    private static let longestTitle = 80

    /// The title of an HTML page for a message, on one line and free of control characters; `nil` without one.
    ///
    /// It may be given more than `headLength` bytes, since a title seldom comes first. A title that the bytes cut
    /// short is returned as far as it goes.
    package static func pageTitle(in head: Span<UInt8>) -> String? {
        let text = WrittenHead(head.extracting(first: mostTitleSearched))
        guard let tag = text.position(ofElement: "title"), let tagEnd = text.position(of: ">", from: tag) else {
            return nil
        }
        let start = tagEnd + 1
        let end = text.position(of: "</title", from: start) ?? text.bytes.endIndex
        let title = cleaned(String(decoding: text.bytes[start..<end].prefix(4_096), as: UTF8.self))
        return title.isEmpty ? nil : title
    }

    private static func cleaned(_ raw: String) -> String {
        let words = withoutEntities(raw).split { $0.isWhitespace || $0.unicodeScalars.allSatisfy(isInvisible) }
        // Counted in scalars: a single character may be any number of them.
        return String(words.joined(separator: " ").unicodeScalars.prefix(longestTitle))
    }

    /// In one pass, so that `&amp;lt;` gives the text `&lt;`.
    private static func withoutEntities(_ raw: String) -> String {
        let entities = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
        var clean = ""
        var rest = raw[...]
        while let ampersand = rest.firstIndex(of: "&") {
            clean += rest[..<ampersand]
            rest = rest[ampersand...]
            let entity = entities.first { rest.hasPrefix($0.key) }
            clean += entity?.value ?? "&"
            rest = rest.dropFirst(entity?.key.count ?? 1)
        }
        return clean + rest
    }

    /// Control and format characters, such as the ones that turn the direction of writing.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }
}
