package import AttachmentModel
internal import FoundationEssentials
internal import Synchronization

extension VariantRequest {
    /// What is asked for, in one line: equal for the same and for nothing else.
    package var text: String {
        guard case .profile(let profile) = self else { return name }
        return Self.texts.withLock { texts in
            if let text = texts[profile] { return text }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let text = (try? encoder.encode(profile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            // Callers of a service may have profiles of their own without end.
            if texts.count >= 100 { texts = [:] }
            texts[profile] = text
            return text
        }
    }

    /// A list has few profiles and many items: each is written once.
    private static let texts = Mutex<[AttachmentProfile: String]>([:])
}
