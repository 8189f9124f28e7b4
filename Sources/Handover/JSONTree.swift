/// A JSON text that was read, before anybody has made sense of it.
///
/// For what our own programs have written. A worker may be in a stranger's hands, so nothing in a text makes it trap.
indirect enum JSONTree {
    case null
    case flag(Bool)
    /// A number as it was written.
    case number(String)
    case text(String)
    case list([JSONTree])
    case object([(name: String, value: JSONTree)])

    /// Reads a text; throws `DecodingError.dataCorrupted` for what is none.
    init(_ bytes: [UInt8]) throws {
        var reader = JSONTreeReader(bytes: bytes)
        self = try reader.value(depth: 0)
        guard reader.isAtEnd else { throw JSONTreeReader.fault }
    }
}
