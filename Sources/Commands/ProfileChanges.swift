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
    var movie: AttachmentProfile.Movie?
    var quality: Int?
    var goal: Int?

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
        profile.movie = movie ?? profile.movie
        profile.quality = quality ?? profile.quality
        profile.goals.still = goal ?? profile.goals.still
        return profile
    }
}
