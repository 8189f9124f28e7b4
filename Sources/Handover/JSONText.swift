/// Values as JSON: one object on one line, its names in order, so that equal values have equal bytes.
///
/// The same bytes as Foundation's encoder writes with sorted keys and plain slashes, in half the time: a receipt is written
/// twice for each picture and a worker answers twice, and with Foundation's coders that took a sixth of the front's work.
/// What strangers write is read by `JSONDecoder`, which tells them where a fault lies.
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
