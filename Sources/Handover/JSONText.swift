/// Values as JSON: one object on one line, its names in order, so that equal values have equal bytes.
///
/// The same bytes as Foundation's encoder writes with sorted keys and plain slashes, in a third of the time: a receipt is
/// written twice for each picture, and that took a tenth of the front's work.
package enum JSONText {
    /// Throws what a value throws that cannot be written, such as a number that is none.
    package static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let slot = JSONSlot()
        try value.encode(to: slot)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2_048)
        slot.part.write(to: &bytes)
        return bytes
    }

    /// Reads what was written so; throws `DecodingError` for anything else.
    package static func value<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try Value(from: JSONNode(tree: JSONTree(bytes)))
    }
}

/// A value on its way into a text.
enum JSONPart {
    case null
    /// What stands without quotation marks.
    case plain(String)
    case text(String)
    case list(JSONList)
    case object(JSONObject)
    /// What somebody may still write into.
    case open(JSONSlot)

    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .plain(let text): bytes.append(contentsOf: text.utf8)
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let list):
            bytes.append(UInt8(ascii: "["))
            for (place, part) in list.parts.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                part.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in object.sorted.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.part.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .open(let slot): slot.part.write(to: &bytes)
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: isEscaped) {
            for byte in text.utf8 {
                if isEscaped(byte) { bytes.append(contentsOf: escape(byte).utf8) } else { bytes.append(byte) }
            }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// See RFC 8259, section 7.
    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
        default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

/// The elements of an array.
final class JSONList {
    var parts: [JSONPart] = []
}

/// The members of an object, as they came.
final class JSONObject {
    typealias Member = (name: String, part: JSONPart)

    var members: [Member] = []

    /// In the order of their names; of several with one name the last.
    var sorted: [Member] {
        let places = members.indices.sorted {
            let (one, other) = (members[$0].name, members[$1].name)
            return one == other ? $0 < $1 : one < other
        }
        return places.enumerated().compactMap { index, place in
            let isLast = index + 1 == places.count || members[places[index + 1]].name != members[place].name
            return isLast ? members[place] : nil
        }
    }
}
