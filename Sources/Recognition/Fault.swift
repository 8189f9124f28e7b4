/// What stops a reader; it never leaves this module.
enum Fault: Error {
    /// The file ends where the format promises more.
    case truncated
    /// The file contradicts its own format.
    case corrupt
    /// The file is sound and holds neither a picture nor sound.
    case noPicture
    /// Nothing in the file can be played without a key.
    case encrypted
    /// The signature deceived: the file is not of this kind at all.
    case otherKind
}
