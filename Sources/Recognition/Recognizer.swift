package import AttachmentModel
internal import ForeignBytes
package import Handover
internal import Signatures

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
    /// A file that is cut short or contradicts itself says so in its wholeness, one that holds nothing to show, or
    /// nothing without a key, in its traits; a foreign one has a name.
    package func facts(of media: MappedMedia) -> MediaFacts {
        unsafe media.withBytes { unsafe facts(of: ByteWindow(file: $0)) }
    }

    /// Reads bytes that lie in memory.
    ///
    /// - Parameter kind: what to read them as, whatever the first of them announce; `nil` to go by these.
    package func facts(of bytes: RawSpan, as kind: MediaKind? = nil) -> MediaFacts {
        unsafe bytes.withUnsafeBytes { unsafe facts(of: ByteWindow(file: $0), as: kind) }
    }

    /// What libmagic calls the file, whatever it is; for comparison.
    package func foreignName(of media: MappedMedia) -> String? {
        unsafe media.withBytes { unsafe namer.name(of: ByteWindow(file: $0)) }
    }

    private func facts(of file: ByteWindow, as kind: MediaKind? = nil) -> MediaFacts {
        let kind = kind ?? file.signature
        guard file.count > 0, var reader = kind.reader?.init(file, kind: kind) else {
            return (kind == .unknown ? frames(in: file) : nil) ?? name(kind, file)
        }
        do throws(Fault) {
            try reader.read()
        } catch {
            switch error {
            case .otherKind: return name(.unknown, file)
            case .truncated: reader.facts.wholeness = .truncated
            case .noPicture: reader.facts.traits.insert(.noPicture)
            case .encrypted: reader.facts.traits.insert(.encrypted)
            case .corrupt, .unsupported, .tooManySamples: reader.facts.wholeness = .corrupt
            }
        }
        return reader.facts
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

    /// Facts of a file that affix does not open.
    private func name(_ kind: MediaKind, _ file: ByteWindow) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: file.count)
        if kind.mediaClass == .foreign { facts.description = namer.name(of: file) }
        return facts
    }
}

extension ByteWindow {
    /// What the first bytes announce.
    var signature: MediaKind {
        let head = clipped(at: 0, count: Signature.headLength)
        return unsafe head.withBytes { unsafe Signature.kind(of: Array($0).span) }
    }
}
