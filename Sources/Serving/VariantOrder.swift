internal import AttachmentModel

/// A further rendition as a request gives it: `poster`, `waveform`, or a profile.
struct VariantOrder: Decodable, Sendable {
    let variant: VariantRequest

    /// Reads one by its name.
    static func read(_ name: String) throws(RequestFault) -> VariantRequest {
        if let variant = VariantRequest.named.first(where: { $0.name == name }) { return variant }
        guard let profile = AttachmentProfile.named.first(where: { $0.name == name }) else {
            let names = (VariantRequest.named.map(\.name) + AttachmentProfile.named.map(\.name))
            throw RequestFault(
                .malformed, "There is no variant \(name.prefix(50)); known are \(names.joined(separator: ", "))")
        }
        return .profile(profile)
    }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            variant = try Self.read(name)
        } else {
            variant = .profile(try ProfileOrder(from: decoder).profile)
        }
    }
}
