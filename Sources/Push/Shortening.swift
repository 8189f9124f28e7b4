/// How texts are shortened: on the borders of what a reader takes for one character, never inside an address.
enum Shortening {
    /// What shows that something was cut off.
    static let mark = "…"

    /// Characters that a shortened text has in any case, its mark included: less would be no message.
    static let leastCharacters = 20

    /// The longest beginning of a text that takes no more than `room` bytes of JSON with its mark and without its
    /// quotes counted; `nil` when that would be less than has to stay.
    static func cut(_ text: String, to room: Int) -> String? {
        var left = room - mark.jsonSize
        var end = text.startIndex
        var count = 0
        while end < text.endIndex {
            let next = text.index(after: end)
            left -= text[end..<next].unicodeScalars.reduce(0) { $0 + $1.jsonSize }
            guard left >= 0 else { break }
            (end, count) = (next, count + 1)
        }
        guard end < text.endIndex, count >= leastCharacters else { return nil }
        return marked(text, before: end)
    }

    /// The shortest that a text may become; `nil` when it is that short already.
    static func least(of text: String) -> String? {
        guard var end = text.index(text.startIndex, offsetBy: leastCharacters, limitedBy: text.endIndex) else {
            return nil
        }
        while text[end...].jsonSize > mark.jsonSize {
            if let cut = marked(text, before: end) { return cut }
            // Blanks or the beginning of an address took too much: up to the end of the word it is more.
            let word = text[end...].drop(while: \.isWhitespace)
            end = word.firstIndex(where: \.isWhitespace) ?? text.endIndex
        }
        return nil
    }

    /// What stands before `end`, with its mark; `nil` when that is less than has to stay.
    private static func marked(_ text: String, before end: String.Index) -> String? {
        var kept = text[..<end]
        // Half an address leads nowhere: the word that holds it goes as a whole.
        let word = text[..<end].lastIndex(where: \.isWhitespace).map(text.index(after:)) ?? text.startIndex
        let wholeWord = text[word...].prefix { !$0.isWhitespace }
        if wholeWord.endIndex > end, wholeWord.containsAddress { kept = text[..<word] }
        while kept.last?.isWhitespace == true { kept.removeLast() }
        let cut = String(kept) + mark
        return cut.count < leastCharacters ? nil : cut
    }
}

extension StringProtocol {
    /// Bytes that the text takes in JSON between its quotes.
    var jsonSize: Int { unicodeScalars.reduce(0) { $0 + $1.jsonSize } }

    /// Whether an address stands in it.
    fileprivate var containsAddress: Bool {
        var rest = self[...]
        while let colon = rest.firstIndex(of: ":") {
            if rest[colon...].hasPrefix("://") { return true }
            rest = rest[rest.index(after: colon)...]
        }
        return lowercased().hasPrefix("www.")
    }
}
