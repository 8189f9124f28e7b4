/// The way into an object.
struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let object: JSONObject

    var codingPath: [any CodingKey] { [] }

    private func add(_ part: JSONPart, _ key: Key) { object.members.append((key.stringValue, part)) }

    func encodeNil(forKey key: Key) { add(.null, key) }
    func encode(_ value: Bool, forKey key: Key) { add(.plain(value ? "true" : "false"), key) }
    func encode(_ value: Int, forKey key: Key) { add(.plain(String(value)), key) }
    func encode(_ value: String, forKey key: Key) { add(.text(value), key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let slot = JSONSlot()
        try value.encode(to: slot)
        add(slot.part, key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        slot(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { slot(key).unkeyedContainer() }
    func superEncoder(forKey key: Key) -> any Encoder { slot(key) }

    func superEncoder() -> any Encoder {
        let slot = JSONSlot()
        object.members.append(("super", .open(slot)))
        return slot
    }

    private func slot(_ key: Key) -> JSONSlot {
        let slot = JSONSlot()
        add(.open(slot), key)
        return slot
    }
}

/// The way into an array.
struct JSONElements: UnkeyedEncodingContainer {
    let list: JSONList

    var codingPath: [any CodingKey] { [] }
    var count: Int { list.parts.count }

    func encodeNil() { list.parts.append(.null) }
    func encode(_ value: String) { list.parts.append(.text(value)) }

    func encode<Value: Encodable>(_ value: Value) throws {
        let slot = JSONSlot()
        try value.encode(to: slot)
        list.parts.append(slot.part)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        slot().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { slot().unkeyedContainer() }
    func superEncoder() -> any Encoder { slot() }

    private func slot() -> JSONSlot {
        let slot = JSONSlot()
        list.parts.append(.open(slot))
        return slot
    }
}
