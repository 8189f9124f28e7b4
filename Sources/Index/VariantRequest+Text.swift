package import AttachmentModel
internal import FoundationEssentials

extension VariantRequest {
    /// What is asked for, in one line: equal for the same and for nothing else.
    package var text: String {
        guard case .profile(let profile) = self else { return name }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(profile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
