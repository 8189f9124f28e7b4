extension VariantRequest: Codable {
    /// Reads a profile, or the word for what is none.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        guard let word = try? value.decode(String.self) else {
            self = .profile(try value.decode(AttachmentProfile.self))
            return
        }
        switch word {
        case "poster": self = .poster
        case "waveform": self = .waveform
        default: throw DecodingError.dataCorruptedError(in: value, debugDescription: "neither poster nor waveform")
        }
    }

    /// Writes the same.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .profile(let profile): try profile.encode(to: encoder)
        case .poster, .waveform:
            var value = encoder.singleValueContainer()
            try value.encode(name)
        }
    }
}
