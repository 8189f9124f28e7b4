public import AttachmentModel

/// Where a sender's push client looks for the media: places in the payload, and what stands at each.
public struct PayloadPreset: Hashable, Sendable {
    /// One place.
    public struct Field: Hashable, Sendable {
        /// The place; `-` in it stands for one element for each rendition, the smallest first.
        public var place: JSONPointer
        /// What stands there.
        public var value: MediaValue

        /// Makes a field.
        public init(_ place: JSONPointer, _ value: MediaValue) {
            self.place = place
            self.value = value
        }
    }

    /// The name it is chosen by.
    public let name: String
    /// Its places.
    public let fields: [Field]

    /// Makes a preset.
    ///
    /// - Parameter fields: pointers such as `/data/-/url`, and what stands there.
    /// - Throws: `configuration-invalid` when a place lies in `aps`, where iOS ignores it, or is no place, or when no
    ///   field holds the URL.
    public init(_ name: String, _ fields: [(place: String, value: MediaValue)]) throws(PreparationError) {
        var read: [Field] = []
        for (text, value) in fields {
            guard let place = JSONPointer(text), !place.tokens.isEmpty else {
                throw Self.fault(name, "\"\(text)\" is no JSON pointer such as /data/image")
            }
            guard place.tokens[0] != "aps" else {
                throw Self.fault(name, "\(text) lies in aps, where iOS ignores all that is not Apple's")
            }
            guard place.tokens[0] != SealedEnvelope.key, place.tokens[0] != Payload.simulatorKey else {
                throw Self.fault(name, "\(text) is a place of affix's own")
            }
            if let other = read.first(where: { $0.place.excludes(place) }) {
                throw Self.fault(name, "\(other.place) and \(place) cannot both be there")
            }
            read.append(Field(place, value))
        }
        guard read.contains(where: { $0.value == .url }) else { throw Self.fault(name, "no place holds the url") }
        self.name = name
        self.fields = read
    }

    init(known name: String, _ fields: [(String, MediaValue)]) {
        self.name = name
        self.fields = fields.compactMap { text, value in JSONPointer(text).map { Field($0, value) } }
    }

    /// Refuses presets of which one would overwrite what another one says.
    ///
    /// - Throws: `configuration-invalid` with the names and the places.
    public static func prove(together presets: [PayloadPreset]) throws(PreparationError) {
        for (index, preset) in presets.enumerated() {
            for other in presets[..<index] {
                for field in preset.fields {
                    let rival = other.fields.first { $0.place.excludes(field.place) && $0 != field }
                    guard let rival else { continue }
                    throw PreparationError(
                        .configurationInvalid,
                        "The presets \(other.name) and \(preset.name) cannot be used together: \(rival.place) and "
                            + "\(field.place) cannot both be there")
                }
            }
        }
    }

    private static func fault(_ name: String, _ words: String) -> PreparationError {
        PreparationError(.configurationInvalid, "The preset \(name) cannot be used: \(words)")
    }
}
