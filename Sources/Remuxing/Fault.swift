internal import AttachmentModel

/// What keeps a file from being packed anew; it never leaves this module.
enum Fault: Error, Hashable {
    /// The file ends before what its index promises.
    case truncated
    /// The file contradicts its own format.
    case corrupt(String)
    /// The file is sound, but has to be encoded anew.
    case unsupported(String)
    /// The index has more entries than are held in memory.
    case tooManySamples
    /// Nothing is left that could be played.
    case noPicture

    /// The fault as the reason for a refusal.
    var problem: PreparationError {
        switch self {
        case .truncated: PreparationError(.mediaTruncated, "The file ends before the media that its index promises")
        case .corrupt(let words): PreparationError(.mediaCorrupt, words)
        case .unsupported(let words): PreparationError(.renderUnsupported, words)
        case .tooManySamples:
            PreparationError(
                .mediaTooManySamples, "The index has more than \(SampleTables.mostSamples) entries for one track")
        case .noPicture: PreparationError(.mediaNoPicture)
        }
    }
}
