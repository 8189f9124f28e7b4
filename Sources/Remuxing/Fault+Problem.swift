internal import AttachmentModel
internal import ForeignBytes

extension Fault {
    /// What keeps a file from being packed anew, as the reason for a refusal.
    var problem: PreparationError {
        switch self {
        case .truncated: PreparationError(.mediaTruncated, "The file ends before the media that its index promises")
        case .corrupt(let words): PreparationError(.mediaCorrupt, words)
        case .unsupported(let words):
            PreparationError(.renderUnsupported, "\(words), and this version cannot encode it anew")
        case .tooManySamples:
            PreparationError(
                .mediaTooManySamples, "The index has more than \(SampleTables.mostSamples) entries for one track")
        case .noPicture: PreparationError(.mediaNoPicture)
        case .encrypted: PreparationError(.mediaEncrypted)
        case .otherKind: PreparationError(.mediaCorrupt)
        }
    }
}
