/// An opaque colour in sRGB; in text `#rrggbb`.
public struct Colour: Hashable, Sendable {
    /// One channel, 0 to 255.
    public let red, green, blue: UInt8

    /// Makes a colour.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Paper.
    public static let white = Colour(red: 255, green: 255, blue: 255)

    /// Reads `#rrggbb` in hexadecimal digits of either case; `nil` for any other text.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.first != UInt8(ascii: "+"),
            let number = UInt32(Substring(digits), radix: 16)
        else { return nil }
        self.init(red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    /// The text form.
    public var text: String {
        let number = 1 << 24 | Int(red) << 16 | Int(green) << 8 | Int(blue)
        return "#" + String(number, radix: 16).dropFirst()
    }
}

extension Colour: Codable {
    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let colour = Colour(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a colour is written #rrggbb")
        }
        self = colour
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
