/// The little XML that storages answer with: elements without attributes that matter, nested a few deep.
///
/// It is read as text: what stands between a start and the next end of the same name.
struct AnswerText {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Whether an element of the name begins somewhere.
    func has(_ name: String) -> Bool { place(after: "<" + name, from: 0) != nil }

    /// The text of the first element of the name, with its entities replaced.
    func first(_ name: String) -> String? {
        element(name, from: 0).map { Self.plain($0.content) }
    }

    /// What is in each element of the name, one after the other.
    func each(_ name: String) -> [AnswerText] {
        var found: [AnswerText] = []
        var place = 0
        while let (content, end) = element(name, from: place) {
            found.append(AnswerText(content))
            place = end
        }
        return found
    }

    private func element(_ name: String, from start: Int) -> (content: ArraySlice<UInt8>, end: Int)? {
        var start = start
        while let inside = place(after: "<" + name, from: start) {
            start = inside
            guard inside < bytes.count, [0x3E, 0x20].contains(bytes[inside]) else { continue }
            guard let open = bytes[inside...].firstIndex(of: 0x3E),
                let end = place(after: "</" + name + ">", from: open + 1)
            else { return nil }
            return (bytes[(open + 1)..<(end - name.utf8.count - 3)], end)
        }
        return nil
    }

    /// The place behind the next occurrence of a text.
    private func place(after text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var place = start
        while place + wanted.count <= bytes.count {
            guard let next = bytes[place...].firstIndex(of: wanted[0]), next + wanted.count <= bytes.count else {
                return nil
            }
            if bytes[next..<(next + wanted.count)].elementsEqual(wanted) { return next + wanted.count }
            place = next + 1
        }
        return nil
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        var plain = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "&") {
            plain += rest[..<mark]
            let name = rest[rest.index(after: mark)...].prefix(10).prefix { $0 != ";" }
            guard let end = rest[mark...].firstIndex(of: ";"), let character = character(name) else {
                plain += "&"
                rest = rest[rest.index(after: mark)...]
                continue
            }
            plain += character
            rest = rest[rest.index(after: end)...]
        }
        return plain + rest
    }

    /// What an entity stands for; `nil` when it is none, which stays as it is.
    private static func character(_ name: Substring) -> String? {
        guard name.first == "#" else { return entities[String(name)] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map(String.init)
    }
}
