/// One value in a row of a table, as it goes in and comes out.
package enum Column: Hashable, Sendable {
    case null
    case integer(Int)
    case text(String)
    case bytes([UInt8])

    /// The number, if it is one.
    package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    /// The text, if it is one.
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    /// The bytes, if it is some.
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// A text, or nothing.
    package init(_ text: String?) { self = text.map(Column.text) ?? .null }
    /// A number, or nothing.
    package init(_ number: Int?) { self = number.map(Column.integer) ?? .null }
}
