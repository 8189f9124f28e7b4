internal import AttachmentModel
internal import Synchronization

/// What requests are for besides their sources, as texts that differ where answers differ.
///
/// A list has few profiles and many items: the text of a profile is made once.
final class Purposes: Sendable {
    private let verb: String
    private let texts = Mutex<[[VariantRequest]: String]>([:])

    init(checksOnly: Bool) {
        verb = checksOnly ? "check " : "prepare "
    }

    func text(for request: AttachmentRequest) -> String {
        let renditions = [.profile(request.profile)] + request.variants
        return texts.withLock { texts in
            if let text = texts[renditions] { return text }
            let text = verb + renditions.map(Self.text).joined()
            texts[renditions] = text
            return text
        }
    }

    private static func text(of rendition: VariantRequest) -> String {
        if case .profile(let profile) = rendition { JSONLine.of(profile) } else { rendition.name }
    }
}
