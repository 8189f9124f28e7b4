internal import ForeignBytes

/// A `trak` box as it is found, before it is decided whether the track is kept.
struct FoundTrack {
    enum Role { case picture, sound, other }

    let role: Role
    /// Four characters that say what the track holds.
    let handler: FourCC
    /// The codec's four characters; `nil` when there is no sample entry.
    let codec: FourCC?
    let header: TrackHeader
    /// `nil` when the track cannot be in MPEG-4.
    private(set) var entries: [SampleEntry]?
    private let media: ByteWindow
    private let edits: EditList
    /// Whether it has a name, a place or other words of its own.
    let hasMetadata: Bool

    init(_ track: ByteWindow) throws(Fault) {
        media = try track.need("mdia")
        header = try TrackHeader(try track.need("tkhd"))
        handler = try media.need("hdlr").code(at: 8)
        role = handler == "vide" ? .picture : handler == "soun" ? .sound : .other
        let description = try media.box("minf", "stbl", "stsd")
        var walk = description.map { BoxWalk($0, at: 8) }
        codec = try walk?.next()?.name
        edits = try track.box("edts", "elst").map { box throws(Fault) in try EditList(box) } ?? EditList()
        let words = try track.box("udta")
        let notes = try track.box("meta")
        hasMetadata = words?.holdsTags == true || notes != nil
        if role != .other, let description {
            entries = try SampleEntry.all(description, isPicture: role == .picture)
        }
    }

    /// The track with its samples.
    func track(within end: Int) throws(Fault) -> MovieTrack {
        guard let entries, let tables = try media.box("minf", "stbl") else { throw .noPicture }
        try Self.insistOnOwnData(media)
        let track = MovieTrack(
            isPicture: role == .picture, header: header, media: try MediaHeader(try media.need("mdhd")), edits: edits,
            entries: entries, samples: try SampleTables(tables, within: end))
        guard track.samples.chunks.allSatisfy({ (1...entries.count).contains($0.entry) }) else {
            throw .corrupt("Samples refer to an entry that is not there")
        }
        // One byte for each sample is how QuickTime 2 counted sound that is packed.
        if !track.isPicture, track.samples.sizes.common == 1 {
            throw .unsupported("The sound is indexed in the way of QuickTime 2")
        }
        return track
    }

    /// Refuses a movie whose samples lie in another file.
    private static func insistOnOwnData(_ media: ByteWindow) throws(Fault) {
        guard let references = try media.box("minf", "dinf", "dref") else { return }
        var walk = BoxWalk(references, at: 8)
        while let reference = try walk.next() {
            if try reference.body.big(3, at: 1) & 1 == 0 { throw .corrupt("The media lie in another file") }
        }
    }
}
