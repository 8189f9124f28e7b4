/// A header's value and what follows it after semicolons, as in `form-data; name="file"`.
struct HeaderParameters: Equatable, Sendable {
    /// What stands before the first semicolon, in lowercase.
    let value: String
    /// Names in lowercase; of two with one name the first counts.
    let parameters: [String: String]

    /// Reads a value by the grammar of RFC 9110, section 5.6.6; `nil` when a quotation does not end or a name is missing.
    init?(_ text: String) {
        var rest = text[...]
        value = Self.trimmed(rest.prefix { $0 != ";" }).lowercased()
        rest = rest.drop { $0 != ";" }
        var parameters: [String: String] = [:]
        while rest.popFirst() == ";" {
            rest = rest.drop(while: Self.isBlank)
            // A semicolon at the end, or two in a row, say nothing.
            if rest.isEmpty || rest.first == ";" { continue }
            let name = Self.trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
            rest = rest.dropFirst(rest.prefix { $0 != "=" && $0 != ";" }.count)
            guard !name.isEmpty, rest.popFirst() == "=", let value = Self.value(&rest) else { return nil }
            if parameters[name] == nil { parameters[name] = value }
        }
        guard rest.isEmpty else { return nil }
        self.parameters = parameters
    }

    /// Takes a word or a quotation off the front, and the blanks behind it.
    private static func value(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            let word = rest.prefix { $0 != ";" }
            rest = rest.dropFirst(word.count)
            return trimmed(word)
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"":
                rest = rest.drop(while: isBlank)
                return value
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            default: value.append(character)
            }
        }
        return nil
    }

    private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }
}
