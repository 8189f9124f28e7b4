/// What stops a reader of foreign bytes; each module that reads says in its own terms what comes of it.
package enum Fault: Error, Hashable {
    /// The file ends where the format promises more.
    case truncated
    /// The file contradicts its own format.
    // Indirect, so that a fault is one word to hand on: most functions here are called for every few bytes.
    indirect case corrupt(String)
    /// The file is sound and holds neither a picture nor sound.
    case noPicture
    /// Nothing in the file can be played without a key.
    case encrypted
    /// The signature deceived: the file is not of this kind at all.
    case otherKind
    /// The file is sound, but what is wanted cannot be made of it.
    indirect case unsupported(String)
    /// An index has more entries than are held in memory.
    case tooManySamples

    /// A contradiction of which nobody needs to know where it was.
    package static var corrupt: Fault { .corrupt("The file contradicts its own format") }
}
