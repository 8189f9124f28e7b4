internal import Affix
internal import AttachmentModel
internal import Batching
internal import FoundationEssentials
internal import Serving

/// Makes links that have a service prepare their source when they are followed: `affix sign`.
struct SignCommand {
    /// A link, for programs.
    private struct Signed: Encodable {
        /// As it was given.
        let source: String
        let profile: String
        /// What to follow.
        let url: String
        /// RFC 3339 in UTC.
        let expiresAt: String

        private enum CodingKeys: String, CodingKey { case source, profile, url, expiresAt = "expires_at" }
    }

    let settings: Settings
    let console: Console

    func run(_ sources: [String]) throws(CommandFailure) -> ExitStatus {
        guard let file = settings.serve.service.signingKeyFile else {
            throw .usage("A key is needed: --signing-key FILE")
        }
        guard let service = settings.sign.service else { throw .usage("A service is needed: --service URL") }
        let key: SigningKey
        do throws(PreparationError) {
            key = try SigningKey(file: file, credentials: console.environment["CREDENTIALS_DIRECTORY"])
            // A link that nobody could follow is not made.
            for source in sources { try Preparer.check(MediaSource(source)) }
        } catch {
            throw .problem(error)
        }
        let expires = Int(Date().timeIntervalSince1970) + Int(settings.sign.validFor.components.seconds)
        let base = service.hasSuffix("/") ? String(service.dropLast()) : service
        var text = ""
        for source in sources {
            switch MediaSource(source) {
            case .link, .data: break
            case .file, .standardInput, .bytes, .held: throw .usage("\(source) is no URL, and a service opens no files")
            }
            let link = RenderLink(source: source, profile: settings.profile.name, expires: expires)
            let url = base + "/render?" + link.query(signedBy: key)
            let end = Date(timeIntervalSince1970: Double(expires)).formatted(.iso8601)
            text +=
                settings.json
                ? JSONLine.of(Signed(source: source, profile: link.profile, url: url, expiresAt: end)) : url + "\n"
        }
        return console.output.write(text) == .failed ? .machine : .ready
    }
}
