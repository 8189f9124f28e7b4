internal import AttachmentModel

extension MediaFacts {
    /// What it would take to make an attachment of an animation, a movie or sound, in order; empty when nothing.
    ///
    /// It says nothing about whether this version can do it.
    var neededWork: [Verdict.Work] {
        switch mediaClass {
        case .image: Rulebook.publishes(kind) ? isOverCap ? [.shrink, .reencode] : [] : [.reencode]
        case .movie where isOverCap: (duration ?? 0 > Rulebook.secondsShown ? [.trim] : []) + [.transcode]
        case .movie: Rulebook.publishes(kind) ? codecWork : repacking
        case .audio where isOverCap: [.transcode]
        case .audio where Rulebook.publishes(kind): unplayableCodec == nil ? codecWork : [.transcode]
        case .audio: kind == .adts ? [.remux] : [.transcode]
        case .foreign: []
        }
    }

    /// HEVC under its other tag needs a new name only; whatever else the device lacks is encoded anew.
    private var codecWork: [Verdict.Work] {
        let wanted = Rulebook.playableCodecs.union([Rulebook.retaggableCodec])
        // The name is right, but the device's decoder does not do as much.
        if tracks.contains(where: { $0.role == .picture && $0.unplayable(beside: wanted) != nil }) {
            return [.transcode]
        }
        let missing = codecs.filter { !Rulebook.playableCodecs.contains($0) }
        if missing.isEmpty { return [] }
        return missing.allSatisfy { $0 == Rulebook.retaggableCodec } ? [.retag] : [.transcode]
    }

    /// A container that MPEG-4 takes the place of: what is encoded stays, if the device plays it.
    private var repacking: [Verdict.Work] {
        guard ![.avi, .mpeg, .transportStream].contains(kind), !codecs.isEmpty, codecWork != [.transcode] else {
            return [.transcode]
        }
        return [.remux] + codecWork
    }
}
