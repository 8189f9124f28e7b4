/// Which part of a picture a crop keeps.
///
/// In text, as in a profile's JSON: `centre`, `attention`, `entropy`, or a point such as `0.25,0.5`.
public enum Gravity: Hashable, Sendable {
    /// The middle.
    case centre
    /// Where the eye goes: edges, skin and strong colours.
    case attention
    /// Where the most detail is.
    case entropy
    /// As near to this point as the edges allow; in units of the upright picture, 0 to 1 from its top left.
    case focus(x: Double, y: Double)

    /// Whether only the pixels tell which part that is.
    public var dependsOnPixels: Bool { self == .attention || self == .entropy }

    /// Reads the text form; `nil` for any other text, such as a point outside the picture.
    public init?(_ text: String) {
        switch text {
        case "centre": self = .centre
        case "attention": self = .attention
        case "entropy": self = .entropy
        default:
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...1).contains(x), (0...1).contains(y)
            else { return nil }
            self = .focus(x: x, y: y)
        }
    }

    /// The text form.
    public var text: String {
        switch self {
        case .centre: "centre"
        case .attention: "attention"
        case .entropy: "entropy"
        case .focus(let x, let y): "\(x),\(y)"
        }
    }
}

extension Gravity: Codable {
    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let gravity = Gravity(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "gravity is centre, attention, entropy or a point from 0,0 to 1,1")
        }
        self = gravity
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
