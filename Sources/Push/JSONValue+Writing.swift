internal import AttachmentModel

// JSON as it is sent: no blanks, members in their order, the same bytes for the same value everywhere.
extension JSONValue {
    /// The value as JSON.
    public var json: String {
        var text = String.UnicodeScalarView()
        write(to: &text)
        return String(text)
    }

    /// Bytes of the value as JSON in UTF-8: what counts against a limit.
    public var size: Int { json.utf8.count }

    private func write(to text: inout String.UnicodeScalarView) {
        switch self {
        case .null: text.append(contentsOf: "null".unicodeScalars)
        case .bool(let flag): text.append(contentsOf: (flag ? "true" : "false").unicodeScalars)
        case .number(let digits): text.append(contentsOf: digits.unicodeScalars)
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            text.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(",") }
                element.write(to: &text)
            }
            text.append("]")
        case .object(let members):
            text.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(",") }
                Self.write(member.key, to: &text)
                text.append(":")
                member.value.write(to: &text)
            }
            text.append("}")
        }
    }

    private static func write(_ string: String, to text: inout String.UnicodeScalarView) {
        text.append("\"")
        for scalar in string.unicodeScalars {
            if let escape = scalar.jsonEscape {
                text.append(contentsOf: escape.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        text.append("\"")
    }
}

extension Unicode.Scalar {
    /// How the scalar has to be written in a JSON text; `nil` when it stands for itself.
    ///
    /// Beside what RFC 8259 demands these are the controls and marks that a terminal could obey or that turn the
    /// direction of writing: payloads are shown on terminals too, and what is shown is what is sent.
    var jsonEscape: String? {
        switch value {
        case 0x22: return "\\\""
        case 0x5C: return "\\\\"
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        case 0x09: return "\\t"
        case _ where isUnsafeToPrint:
            let digits = String(value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: return nil
        }
    }

    /// Bytes that the scalar takes in a JSON text.
    var jsonSize: Int { jsonEscape?.utf8.count ?? UTF8.width(self) }
}
