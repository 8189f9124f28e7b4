internal import AttachmentModel

/// What single settings change about the profile that was chosen by name.
struct ProfileChanges: Sendable {
    var geometry: AttachmentProfile.Geometry?
    var width: Int?
    var height: Int?
    var gravity: Gravity?
    var enlarge: Bool?
    var background: Colour?
    var format: AttachmentProfile.Format?
    var animation: AttachmentProfile.Animation?
    var quality: Int?
    var goal: Int?
    var fit: LinkFit?

    /// The profile with the changes; its name stays, since a receipt names requests by all of it.
    func applied(to profile: AttachmentProfile) -> AttachmentProfile {
        var profile = profile
        profile.geometry = geometry ?? profile.geometry
        profile.width = width ?? profile.width
        profile.height = height ?? profile.height
        profile.gravity = gravity ?? profile.gravity
        profile.enlarge = enlarge ?? profile.enlarge
        profile.background = background ?? profile.background
        profile.format = format ?? profile.format
        profile.animation = animation ?? profile.animation
        profile.quality = quality ?? profile.quality
        if let fit { profile.goals = fit.applied(to: profile.goals) }
        profile.goals.still = goal ?? profile.goals.still
        return profile
    }
}
