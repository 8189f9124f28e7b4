/// One value of a JSON text, to be read by whatever it is to become.
struct JSONNode: Decoder {
    let tree: JSONTree

    // Nobody is told where in a message of ours a fault lies.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = tree else { throw Self.mismatch(type) }
        return KeyedDecodingContainer(JSONMembersReader(members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = tree else { throw Self.mismatch([JSONTree].self) }
        return JSONElementsReader(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    static func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, DecodingError.Context(codingPath: [], debugDescription: "It is another kind of value"))
    }
}

extension JSONNode: SingleValueDecodingContainer {
    func decodeNil() -> Bool { if case .null = tree { true } else { false } }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .flag(let flag) = tree else { throw Self.mismatch(type) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = tree else { throw Self.mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { try number(type) }
    func decode(_ type: Float.Type) throws -> Float { try number(type) }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        guard case .number(let digits) = tree, let number = Number(digits) else { throw Self.mismatch(type) }
        return number
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        guard case .number(let digits) = tree, let number = Number(digits), number.isFinite else {
            throw Self.mismatch(type)
        }
        return number
    }
}
