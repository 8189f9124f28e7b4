/// A place in a JSON document (RFC 6901), such as `/aps/alert/title`; the empty pointer is all of it.
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The names and indices on the way, from the top.
    public var tokens: [String]

    /// Makes a pointer of what stands on the way.
    public init(tokens: [String] = []) {
        self.tokens = tokens
    }

    /// Reads a pointer as it is written; `nil` when it is none.
    public init?(_ text: String) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let token = Self.unescaped(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// The pointer as it is written.
    public var description: String {
        tokens.map { token in
            var escaped = "/"
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": escaped += "~0"
                case "/": escaped += "~1"
                default: escaped.unicodeScalars.append(scalar)
                }
            }
            return escaped
        }.joined()
    }

    /// The place one step further.
    public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }

    /// Whether something at this place leaves no room for something at the other: they are one, one lies in the other, or
    /// a list would have to be an object.
    func excludes(_ other: JSONPointer) -> Bool {
        for (token, otherToken) in zip(tokens, other.tokens) where token != otherToken {
            return token == "-" || otherToken == "-"
        }
        return true
    }

    private static func unescaped(_ part: Substring) -> String? {
        var token = String.UnicodeScalarView()
        var scalars = part.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "~" else {
                token.append(scalar)
                continue
            }
            switch scalars.popFirst() {
            case "0": token.append("~")
            case "1": token.append("/")
            default: return nil
            }
        }
        return String(token)
    }
}
