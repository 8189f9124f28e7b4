internal import Affix
internal import AttachmentModel

/// What a command works with: the effective values of all settings.
struct Settings: Sendable {
    var profile = AttachmentProfile.push
    var changes = ProfileChanges()
    var variants: [VariantRequest] = []
    var rescue = true
    /// `nil` for the usual ones.
    var deadline: Duration?
    var output: String?
    var json = false
    /// Whether published files are read and compared with their names.
    var verify = false
    /// Whether sources or payloads are only judged.
    var check = false
    /// Whether what a collection finds is removed.
    var delete = false
    /// Whether what is withdrawn is listed.
    var list = false
    /// Whether what was withdrawn is allowed again.
    var undo = false
    var jobs = 8
    /// How long running work may take to end once somebody asked for an end.
    var grace = Duration.seconds(8)
    var config: String?
    var hostHeaders: String?
    var preparer = Self.preparer
    var batch = BatchSettings()
    var queue = QueueSettings()
    var payload = PayloadSettings()
    var serve = ServeSettings()
    var sign = SignSettings()

    /// A list is worth remembering; for `prepare`, whose user wants to see what happens, it is turned off.
    private static var preparer: PreparerConfiguration {
        var configuration = PreparerConfiguration()
        configuration.remembers = true
        return configuration
    }

    private static let usual = Duration.seconds(15)
    /// Nobody waits with a phone in his hand: a movie or a sound may take as long as encoding it does.
    private static let usualOfMovies = Duration.seconds(120)

    /// The request for one source.
    func request(_ source: MediaSource) -> AttachmentRequest {
        var profile = changes.applied(to: profile)
        profile.rescue = rescue
        let variants = variants.map { variant in
            guard case .profile(var profile) = variant else { return variant }
            profile.rescue = rescue
            return VariantRequest.profile(profile)
        }
        return AttachmentRequest(
            source, profile: profile, variants: variants, timeout: deadline ?? Self.usual,
            movieTimeout: deadline == nil ? Self.usualOfMovies : nil, copyPath: output)
    }
}
