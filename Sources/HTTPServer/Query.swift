/// The names and values of a query, decoded.
package struct Query: Sendable {
    /// In the order in which they stand.
    package let items: [(name: String, value: String)]

    /// Throws where a percent sign is followed by anything but two digits, the bytes are no text, or a name stands there
    /// twice: readers do not agree on which of the two counts.
    package init(_ text: String) throws(QueryFault) {
        var items: [(String, String)] = []
        var names: Set<String> = []
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(pair[0]), let value = Self.decoded(pair.count > 1 ? pair[1] : "") else {
                throw QueryFault(
                    "The query cannot be read: a percent sign wants two digits, and the bytes must be UTF-8")
            }
            guard names.insert(name).inserted else {
                throw QueryFault("The query has \(name.prefix(50)) more than once")
            }
            items.append((name, value))
        }
        self.items = items
    }

    package func first(_ name: String) -> String? { items.first { $0.name == name }?.value }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
