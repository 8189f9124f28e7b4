/// What can be said of a rendition in a payload.
public enum MediaValue: String, Sendable, CaseIterable {
    /// Its address.
    case url
    /// What affix calls its type, such as `jpeg`.
    case kind
    /// `image`, `video` or `audio`.
    case family
    /// Its Content-Type.
    case mime
    /// Its uniform type identifier.
    case uti
    /// Its file name extension, without the dot.
    case fileExtension = "extension"
    /// Its size in bytes.
    case bytes
    /// The SHA-256 of its bytes, in hexadecimal.
    case digest
    /// Width and height in pixels, as a list.
    case size
    /// Width in pixels.
    case width
    /// Height in pixels.
    case height
    /// Playing time in seconds.
    case duration
    /// The part that a thumbnail shows, as a list of x, y, width and height from 0 to 1.
    case clip
    /// The same as a dictionary of `x`, `y`, `width` and `height`.
    case crop
    /// Until when its address holds at least, in UNIX seconds.
    case expires
}
