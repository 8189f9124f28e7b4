internal import AttachmentModel

/// A further rendition as a request gives it: `poster`, `waveform`, or a profile.
struct VariantOrder: Decodable, Sendable {
    let variant: VariantRequest

    /// Reads one by its name.
    static func read(_ name: String) throws(RequestFault) -> VariantRequest {
        if let variant = VariantRequest.named.first(where: { $0.name == name }) { return variant }
        return .profile(try ProfileOrder.read(name))
    }

    init(from decoder: any Decoder) throws {
        let name = try? decoder.singleValueContainer().decode(String.self)
        if let variant = VariantRequest.named.first(where: { $0.name == name }) {
            self.variant = variant
        } else {
            variant = .profile(try ProfileOrder(from: decoder).profile)
        }
    }
}
