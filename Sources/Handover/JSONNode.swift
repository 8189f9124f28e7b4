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

/// The members of an object.
private struct JSONMembersReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [(name: String, value: JSONTree)]

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func find(_ name: String) -> JSONNode? {
        members.first { $0.name == name }.map { JSONNode(tree: $0.value) }
    }

    private func node(_ key: any CodingKey) throws -> JSONNode {
        guard let node = find(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: [], debugDescription: "There is no \(key.stringValue)"))
        }
        return node
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try node(key).decodeNil() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try node(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try node(key).decode(type) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try node(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: node(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try node(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try node(key).unkeyedContainer()
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try node(key) }
    func superDecoder() -> any Decoder { find("super") ?? JSONNode(tree: .null) }
}

/// The elements of an array.
private struct JSONElementsReader: UnkeyedDecodingContainer {
    let elements: [JSONTree]
    var currentIndex = 0

    init(elements: [JSONTree]) { self.elements = elements }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private func node() throws -> JSONNode {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONTree.self, DecodingError.Context(codingPath: [], debugDescription: "The array is over"))
        }
        return JSONNode(tree: elements[currentIndex])
    }

    /// What is made of the next element, which is passed over only when that succeeds.
    private mutating func take<Value>(_ make: (JSONNode) throws -> Value) throws -> Value {
        let value = try make(try node())
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try node().decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try take { try Value(from: $0) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try take { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try take { $0 } }
}
