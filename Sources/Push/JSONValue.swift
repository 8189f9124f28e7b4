/// A JSON value that keeps the order of its members, and members that stand there twice.
public enum JSONValue: Hashable, Sendable {
    /// The word `null`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number, as it was or will be written.
    case number(String)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// An object.
    case object([Member])

    /// A name of an object and what stands under it.
    public struct Member: Hashable, Sendable {
        /// The name.
        public var key: String
        /// What stands under it.
        public var value: JSONValue

        /// Makes a member.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Makes a whole number.
    public static func integer(_ value: Int) -> JSONValue { .number(String(value)) }

    /// Makes a number; one that is no number becomes null, as JSON knows none.
    public static func double(_ value: Double) -> JSONValue {
        guard value.isFinite else { return .null }
        return value == value.rounded() && abs(value) < 1e15 ? .integer(Int(value)) : .number("\(value)")
    }
}

extension JSONValue {
    /// The text, when it is one.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, when it is one that fits.
    public var wholeNumber: Int? {
        if case .number(let digits) = self { Int(digits) } else { nil }
    }

    /// The number, when it is one.
    public var decimal: Double? {
        guard case .number(let digits) = self, let value = Double(digits), value.isFinite else { return nil }
        return value
    }

    /// The truth value, when it is one.
    public var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements, when it is a list.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, when it is an object.
    public var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// What stands under a name; of several the last, as most readers have it.
    public subscript(key: String) -> JSONValue? {
        members?.last { $0.key == key }?.value
    }
}
