internal import AttachmentModel
internal import Synchronization

/// What requests are for besides their sources, as texts that differ where answers differ.
///
/// A list has few profiles and many items: the text of a profile is made once.
final class Purposes: Sendable {
    private let verb: String
    private let texts = Mutex<[[AttachmentProfile]: String]>([:])

    init(checksOnly: Bool) {
        verb = checksOnly ? "check " : "prepare "
    }

    func text(for request: AttachmentRequest) -> String {
        let profiles = [request.profile] + request.variants
        return texts.withLock { texts in
            if let text = texts[profiles] { return text }
            let text = verb + profiles.map { JSONLine.of($0) }.joined()
            texts[profiles] = text
            return text
        }
    }
}
