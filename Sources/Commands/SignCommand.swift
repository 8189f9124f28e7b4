internal import AttachmentModel
internal import FoundationEssentials
internal import Serving

/// Makes links that have a service prepare their source when they are followed: `affix sign`.
struct SignCommand {
    let settings: Settings
    let console: Console

    func run(_ sources: [String]) throws(CommandFailure) -> ExitStatus {
        guard let file = settings.serve.service.signingKeyFile else {
            throw .usage("A key is needed: --signing-key FILE")
        }
        guard let service = settings.sign.service else { throw .usage("A service is needed: --service URL") }
        let key: SigningKey
        do throws(PreparationError) {
            key = try SigningKey(file: file)
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
            text += base + "/render?" + link.query(signedBy: key) + "\n"
        }
        return console.output.write(text) == .failed ? .machine : .ready
    }
}
