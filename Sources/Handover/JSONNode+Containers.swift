/// The members of an object.
struct JSONMembersReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
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
struct JSONElementsReader: UnkeyedDecodingContainer {
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
