internal import Affix
internal import AttachmentModel

/// What a command works with: the effective values of all settings.
struct Settings: Sendable {
    var profile = AttachmentProfile.push
    var changes = ProfileChanges()
    var variants: [AttachmentProfile] = []
    var rescue = true
    var deadline = Duration.seconds(15)
    var output: String?
    var json = false
    /// Whether published files are read and compared with their names.
    var verify = false
    /// Whether sources or payloads are only judged.
    var check = false
    /// Whether what a collection finds is removed.
    var delete = false
    var jobs = 8
    /// How long running work may take to end once somebody asked for an end.
    var grace = Duration.seconds(8)
    var config: String?
    var hostHeaders: String?
    var preparer = Self.preparer
    var batch = BatchSettings()
    var payload = PayloadSettings()
    var serve = ServeSettings()
    var sign = SignSettings()

    /// A list is worth remembering; for `prepare`, whose user wants to see what happens, it is turned off.
    private static var preparer: PreparerConfiguration {
        var configuration = PreparerConfiguration()
        configuration.remembers = true
        return configuration
    }

    /// The request for one source.
    func request(_ source: MediaSource) -> AttachmentRequest {
        var profile = changes.applied(to: profile)
        profile.rescue = rescue
        let variants = variants.map { variant in
            var variant = variant
            variant.rescue = rescue
            return variant
        }
        return AttachmentRequest(source, profile: profile, variants: variants, timeout: deadline, copyPath: output)
    }
}
