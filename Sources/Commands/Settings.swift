internal import Affix
internal import AttachmentModel

/// What a command works with: the effective values of all settings.
struct Settings: Sendable {
    var profile = AttachmentProfile.push
    var rescue = true
    var deadline = Duration.seconds(15)
    var output: String?
    var json = false
    var jobs = 8
    var config: String?
    var hostHeaders: String?
    var preparer = PreparerConfiguration()
    var batch = BatchSettings()

    /// The request for one source.
    func request(_ source: MediaSource) -> AttachmentRequest {
        var profile = profile
        profile.rescue = rescue
        return AttachmentRequest(source, profile: profile, timeout: deadline, copyPath: output)
    }
}
