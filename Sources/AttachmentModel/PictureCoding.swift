/// How the pixels of a picture are coded, as far as the structure of the file says.
public struct PictureCoding: Hashable, Sendable {
    /// What a JPEG begins with; clients that know only one form look here.
    public enum Head: String, Codable, Sendable {
        case jfif, exif, other
    }

    /// The coding process of a JPEG: `baseline`, `extended`, `progressive` or `lossless`; otherwise a codec's name.
    public var process: String?
    /// Colour components, alpha included.
    public var components: Int?
    /// Bits of each component.
    public var bits: Int?
    /// How Adobe's segment says that colours are transformed: 0 not at all, 1 YCbCr, 2 YCCK; `nil` without that segment.
    public var adobeTransform: Int?
    /// What samples mean as light, where numbers say so and not a profile.
    public var colours: ColourCoding?
    /// Scans of a JPEG.
    public var scans: Int?
    /// What a JPEG begins with.
    public var head: Head?
    /// How often an animation is played; 0 is for ever, `nil` for a still.
    public var plays: Int?
    /// Pixels of all frames together, each as large as its own rectangle.
    public var totalPixels: Int?
    /// Frames that reach beyond the canvas.
    public var framesOutside: Int?

    /// Makes a coding of which nothing is known yet.
    public init() {}
}

extension PictureCoding: Codable {
    private enum CodingKeys: String, CodingKey {
        case process, components, bits, adobeTransform = "adobe_transform", colours, scans, head, plays
        case totalPixels = "total_pixels"
        case framesOutside = "frames_outside"
    }
}
