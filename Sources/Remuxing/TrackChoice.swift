internal import ForeignBytes

/// Which tracks of a movie are kept: pictures and sounds that play in MPEG-4, and none beside them.
///
/// Texts, chapters, time codes and positions stay behind, and so do covers and tracks that are switched off.
struct TrackChoice {
    private(set) var kept: [FoundTrack] = []
    /// What stays behind, in words.
    var lost: [String] = []

    /// Codecs in which covers and pictures of chapters come.
    private static let coverCodecs: Set<FourCC> = ["jpeg", "mjpa", "mjpb", "png ", "mp4v"]

    /// - Parameter isSound: whether pictures are no more than covers.
    init(_ tracks: [FoundTrack], isSound: Bool) {
        let pictures = isSound ? [] : Self.playing(tracks.filter { $0.role == .picture })
        let sounds = Self.playing(tracks.filter { $0.role == .sound })
        let numbers = Set((pictures + sounds).map(\.header.number))
        // A number that two tracks share is no number.
        var seen: Set<Int> = []
        for track in tracks {
            if numbers.contains(track.header.number), track.entries != nil, track.role != .other,
                !(isSound && track.role == .picture), seen.insert(track.header.number).inserted
            {
                kept.append(track)
            } else {
                lost.append(Self.words(track))
            }
        }
    }

    /// Those that can be played and are switched on; when none is on, the first.
    private static func playing(_ tracks: [FoundTrack]) -> [FoundTrack] {
        let playable = tracks.filter { $0.entries != nil }
        let enabled = playable.filter(\.header.isEnabled)
        return enabled.isEmpty ? Array(playable.prefix(1)) : enabled
    }

    private static func words(_ track: FoundTrack) -> String {
        switch track.role {
        case .picture where track.codec.map(coverCodecs.contains) == true: "a cover or a picture of a chapter"
        case .picture: "a further picture track"
        case .sound: "a further sound track"
        case .other:
            switch track.handler {
            case "text", "sbtl", "subt", "clcp": "a track of text"
            case "tmcd": "the time code"
            case "meta": "a track of positions or other data"
            default: "a track of data"
            }
        }
    }
}
