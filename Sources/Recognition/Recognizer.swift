package import AttachmentModel
package import Handover

/// Stage 2: says what the bytes of one source are.
///
/// It is made before the worker locks down, since libmagic reads its database then, and is used by one thread.
package struct Recognizer {
    private let namer = MagicNamer()

    package init() {}

    /// The name and version of the library that names foreign files.
    package var library: String { namer.library }

    /// Reads the structure of a file without decoding a pixel or a sample.
    ///
    /// A file that is cut short or contradicts itself still has facts, and says so in its wholeness; a foreign one has
    /// a name. An error means that there is nothing to tell: `media-empty`, `media-corrupt`, `media-no-picture` or
    /// `media-encrypted`.
    package func facts(of media: MappedMedia) throws(PreparationError) -> MediaFacts {
        try unsafe media.withBytes { bytes throws(PreparationError) in
            try unsafe facts(of: ByteWindow(file: bytes))
        }
    }

    /// Reads bytes that lie in memory.
    ///
    /// - Parameter kind: what to read them as, whatever the first of them announce; `nil` to go by these.
    package func facts(of bytes: RawSpan, as kind: MediaKind? = nil) throws(PreparationError) -> MediaFacts {
        try unsafe bytes.withUnsafeBytes { bytes throws(PreparationError) in
            try unsafe facts(of: ByteWindow(file: bytes), as: kind)
        }
    }

    /// What libmagic calls the file, whatever it is; for comparison.
    package func foreignName(of media: MappedMedia) -> String? {
        unsafe media.withBytes { unsafe namer.name(of: ByteWindow(file: $0)) }
    }

    private func facts(of file: ByteWindow, as kind: MediaKind? = nil) throws(PreparationError) -> MediaFacts {
        guard file.count > 0 else { throw PreparationError(.mediaEmpty) }
        let kind = kind ?? file.signature
        guard var reader = kind.reader?.init(file, kind: kind) else {
            return (kind == .unknown ? frames(in: file) : nil) ?? name(kind, file)
        }
        do throws(Fault) {
            try reader.read()
            return reader.facts
        } catch {
            switch error {
            case .otherKind: return name(.unknown, file)
            case .truncated: reader.facts.wholeness = .truncated
            case .corrupt where reader.facts.haveSubstance: reader.facts.wholeness = .corrupt
            case .corrupt, .noPicture, .encrypted: throw Self.refusal(of: kind, error)
            }
            return reader.facts
        }
    }

    /// Facts of audio that has no signature because something else stands before its first frame.
    private func frames(in file: ByteWindow) -> MediaFacts? {
        var reader = AudioFrameReader(file, kind: .unknown)
        do throws(Fault) {
            try reader.read()
        } catch {
            guard reader.facts.kind != .unknown, case .truncated = error else { return nil }
            reader.facts.wholeness = .truncated
        }
        return reader.facts
    }

    /// The error for a file with nothing to tell about.
    private static func refusal(of kind: MediaKind, _ fault: Fault) -> PreparationError {
        switch fault {
        case .noPicture:
            PreparationError(
                .mediaNoPicture, "The first bytes say \(kind.words), but there is neither picture nor sound")
        case .encrypted:
            PreparationError(.mediaEncrypted, "Everything in this \(kind.words) is protected by encryption")
        case .corrupt, .truncated, .otherKind:
            PreparationError(.mediaCorrupt, "The first bytes say \(kind.words), but what follows contradicts them")
        }
    }

    /// Facts of a file that affix does not open.
    private func name(_ kind: MediaKind, _ file: ByteWindow) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: file.count)
        if kind.mediaClass == .foreign { facts.description = namer.name(of: file) }
        return facts
    }
}
