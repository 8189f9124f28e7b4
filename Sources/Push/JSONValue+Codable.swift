extension JSONValue: Codable {
    /// Any name.
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Reads any value; since a decoder keeps no order, the members of an object are put in order by their names.
    public init(from decoder: any Decoder) throws {
        if let names = try? decoder.container(keyedBy: Name.self) {
            let keys = names.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(try keys.map { Member($0.stringValue, try names.decode(JSONValue.self, forKey: $0)) })
        } else if var list = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !list.isAtEnd { elements.append(try list.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let flag = try? value.decode(Bool.self) {
                self = .bool(flag)
            } else if let number = try? value.decode(Int.self) {
                self = .integer(number)
            } else if let number = try? value.decode(Double.self) {
                self = .double(number)
            } else {
                self = .string(try value.decode(String.self))
            }
        }
    }

    /// Writes the value; of numbers that are neither whole nor a double's, the nearest double.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var names = encoder.container(keyedBy: Name.self)
            for member in members { try names.encode(member.value, forKey: Name(stringValue: member.key)) }
        case .array(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        default:
            var value = encoder.singleValueContainer()
            switch self {
            case .bool(let flag): try value.encode(flag)
            case .string(let text): try value.encode(text)
            case .number: if let wholeNumber { try value.encode(wholeNumber) } else { try value.encode(decimal) }
            default: try value.encodeNil()
            }
        }
    }
}
