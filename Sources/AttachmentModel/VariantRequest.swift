/// A further rendition that is asked for with a request.
public enum VariantRequest: Hashable, Sendable {
    /// The same by another profile.
    case profile(AttachmentProfile)
    /// A picture that stands for a movie: the first of its first five seconds that shows something, in the geometry and
    /// under the goal of the request's own profile.
    case poster
    /// A picture of how loud a sound is over time, in the frame of the request's own profile.
    case waveform

    /// The profile `push`.
    public static let push = VariantRequest.profile(.push)
    /// The profile `banner`.
    public static let banner = VariantRequest.profile(.banner)
    /// The profile `lite`.
    public static let lite = VariantRequest.profile(.lite)
    /// The profile `original`.
    public static let original = VariantRequest.profile(.original)

    /// Those that have a name: what is no profile first.
    public static let named: [VariantRequest] =
        [.poster, .waveform] + AttachmentProfile.named.map(VariantRequest.profile)

    /// The name it is chosen by, and under which the receipt tells what came of it.
    public var name: String {
        switch self {
        case .profile(let profile): profile.name
        case .poster: "poster"
        case .waveform: "waveform"
        }
    }
}
