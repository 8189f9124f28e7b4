/// What was read of a JSON document, and what is wrong with it although it can be read.
struct JSONReading: Sendable {
    /// The document.
    let value: JSONValue
    /// Names that stand more than once in their object, at their later places.
    let repeated: [JSONPointer]
    /// Texts and names that are not UTF-8, or name half of a character; what could not be read is U+FFFD.
    let undecodable: [JSONPointer]
}

/// Why a document is no JSON.
public struct JSONSyntaxFault: Error, Hashable, Sendable {
    /// What is wrong, for people; no full stop.
    public let happening: String
    /// The byte at which reading ended, from 0.
    public let offset: Int
    /// The value in which it ended.
    public let place: JSONPointer
}
