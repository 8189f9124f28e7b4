package import AttachmentModel

/// The tests that a verdict, a plan and the proof of a rendition all share.
extension MediaFacts {
    /// Why nothing can be made of this file; `nil` when something can.
    package func hopelessness(within limits: SourceLimits) -> PreparationError? {
        if bytes == 0 { return PreparationError(.mediaEmpty) }
        if mediaClass == .foreign {
            let named = kind == .unknown ? description ?? kind.words : kind.words
            return PreparationError(.mediaUnsupportedType, "The file is no picture, movie or sound but: \(named)")
        }
        if wholeness == .corrupt {
            let isNameless = width == nil && duration == nil && codecs.isEmpty
            let words =
                isNameless
                ? "The first bytes say \(kind.words), but what follows contradicts them"
                : "The \(kind.words) contradicts its own format"
            return PreparationError(.mediaCorrupt, words)
        }
        if let excess = excess(over: limits) { return excess }
        if wholeness == .truncated {
            return PreparationError(.mediaTruncated, "The \(kind.words) ends before its format says it does")
        }
        if traits.contains(.noPicture) {
            return PreparationError(
                .mediaNoPicture, "The first bytes say \(kind.words), but there is neither picture nor sound")
        }
        if traits.contains(.encrypted) { return PreparationError(.mediaEncrypted) }
        if traits.contains(.undecodable) {
            return PreparationError(.renderUnsupported, "This variant of \(kind.wordsForOne) cannot be decoded")
        }
        guard mediaClass != .image || width ?? 0 > 0 && height ?? 0 > 0 else {
            return PreparationError(.mediaNoPicture, "The \(kind.words) has no size")
        }
        if [.mp4, .m4a, .mov, .m4v, .threeGP, .mp3, .adts, .wav, .aiff].contains(kind), duration ?? 0 <= 0 {
            return PreparationError(.mediaNoDuration, "The \(kind.words) plays for no time at all")
        }
        return nil
    }

    /// Whether the file is of a type the device shows, but larger than it takes.
    var isOverCap: Bool { Rulebook.shows(kind) && bytes > Rulebook.cap(of: mediaClass) }

    /// What keeps iOS from showing the file as it is, each with what the device would log.
    package var deviceFaults: [DeviceFault] {
        var faults: [DeviceFault] = []
        // Of nothing there is nothing else to say.
        guard bytes > 0 else { return faults }
        if !Rulebook.shows(kind) {
            faults.append(
                DeviceFault(.mediaUnsupportedType, "iOS does not show this type: \(kind.words)", iosError: 101))
        } else if isOverCap {
            let cap = Rulebook.cap(of: mediaClass) / 1_000_000
            let words = "The \(kind.words) has \(bytes) bytes; the cap is \(cap) MB"
            faults.append(DeviceFault(.mediaOverCap, words, iosError: 102))
        }
        if traits.contains(.cgbi) {
            faults.append(DeviceFault(.mediaUnsupportedType, "This is Apple's own variant of PNG", iosError: 101))
        }
        if let codec = unplayableCodec {
            faults.append(DeviceFault(.mediaUnsupportedType, "iOS has no decoder for \(codec)", iosError: 101))
        }
        return faults
    }

    /// The first codec that the device lacks, in the kinds that can carry several.
    var unplayableCodec: String? {
        switch kind {
        case .mp4, .m4a:
            codecs.first { !Rulebook.playableCodecs.contains($0) }
                ?? tracks.lazy.filter { $0.role == .picture }.compactMap {
                    $0.unplayable(beside: Rulebook.playableCodecs)
                }.first
        // Readers name the coding of a JPEG only when it is not Huffman's: arithmetic, lossless, hierarchical.
        case .jpeg: codecs.first
        case .wav, .aiff:
            codecs.first { !Rulebook.playableSamples.contains($0) }.map { "\($0) in \(kind.wordsForOne)" }
        // Layers I and II, and frames of free format, have the same beginnings as an MP3.
        case .mp3: codecs.first { $0 != "mp3" }
        default: nil
        }
    }
}
