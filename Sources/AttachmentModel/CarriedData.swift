/// Something that a file carries beside its picture or sound; what is published has none of it.
public enum CarriedData: String, Codable, Sendable, CaseIterable {
    case exif, xmp, iptc, comment, text, time, thumbnail, location
    /// A title, an artist or another entry of a movie's or a sound's tags.
    case tags
    /// A segment, chunk or extension that belongs to one application, or to nobody we know.
    case application
    /// Colours other than those of sRGB, given as numbers and not as a profile.
    case colours
    /// Bytes behind the twelve of Adobe's segment of a JPEG.
    case adobePayload = "adobe-payload"
    /// Bytes between the segments of a JPEG that belong to none of them.
    case betweenSegments = "between-segments"
    /// Bytes in a part of the format beyond those that it defines.
    case excess
    /// Bytes behind the compressed pixels of a PNG, a GIF or a JPEG, in the parts of the file that hold them.
    case behindPixels = "behind-pixels"
    /// Bytes in the chunk that ends a PNG and should be empty.
    case endPayload = "end-payload"
    /// Further pictures in one file, as Multi-Picture Format and TIFF have them.
    case furtherPictures = "further-pictures"
    /// A second picture that brightens the first on some screens.
    case gainMap = "gain-map"
    /// A short movie behind or beside a still.
    case motionPhoto = "motion-photo"
    /// Bytes before the beginning of the format.
    case lead
    /// Bytes after the end of the format.
    case tail
}
