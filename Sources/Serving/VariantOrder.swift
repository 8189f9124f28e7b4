internal import AttachmentModel

/// A further rendition as a request gives it: `poster`, `waveform`, or a profile.
struct VariantOrder: Decodable, Sendable {
    let variant: VariantRequest

    /// Reads one by its name.
    static func read(_ name: String) throws(RequestFault) -> VariantRequest {
        if let variant = VariantRequest.named.first(where: { $0.name == name }) { return variant }
        let names = VariantRequest.named.map(\.name).joined(separator: ", ")
        throw RequestFault(.malformed, "There is no variant \(name.prefix(50)); known are \(names)")
    }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            variant = try Self.read(name)
        } else {
            variant = .profile(try ProfileOrder(from: decoder).profile)
        }
    }
}
