/// Where one value is written to.
final class JSONSlot: Encoder {
    var part = JSONPart.null

    // Nothing here tells where it is.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A value may be written in several goes.
        if case .object(let object) = part { return KeyedEncodingContainer(JSONMembers(object: object)) }
        let object = JSONObject()
        part = .object(object)
        return KeyedEncodingContainer(JSONMembers(object: object))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .list(let list) = part { return JSONElements(list: list) }
        let list = JSONList()
        part = .list(list)
        return JSONElements(list: list)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONSlot: SingleValueEncodingContainer {
    func encodeNil() { part = .null }
    func encode(_ value: Bool) { part = .plain(value ? "true" : "false") }
    func encode(_ value: String) { part = .text(value) }
    func encode(_ value: Double) throws { part = .plain(try Self.digits(value)) }
    func encode(_ value: Float) throws { part = .plain(try Self.digits(value)) }
    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) { part = .plain(String(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }

    /// As JavaScript writes it: a whole number without a fraction.
    private static func digits(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable) throws -> String
    {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(value)"))
        }
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
