internal import ForeignBytes

/// A movie of the MPEG-4 family, as far as it goes into a new file.
struct Movie {
    /// Ticks of a second.
    private(set) var scale = 0
    /// How all pictures are turned together; 36 bytes.
    private(set) var matrix: [UInt8] = TrackHeader.upright
    var tracks: [MovieTrack] = []
    private(set) var isFragmented = false
    private(set) var isIndexLast = false
    /// What stays behind, in words.
    private(set) var lost: [String] = []
    /// Seconds after which it was cut.
    var cutSeconds: Double?

    /// Reads the whole structure of a file.
    ///
    /// - Parameter isSound: whether pictures are no more than covers.
    init(_ file: ByteWindow, isSound: Bool) throws(Fault) {
        var walk = BoxWalk(file, isOutermost: true)
        var (hasIndex, hasMedia) = (false, false)
        // Behind the last box of a file may lie anything; it stays behind.
        while let box = try walk.next(), !box.isStray {
            guard !box.isCut else { throw .truncated }
            switch box.name {
            case "mdat": hasMedia = true
            case "moov":
                guard !hasIndex else { throw .corrupt("The movie has two indexes") }
                (hasIndex, isIndexLast) = (true, hasMedia)
                try readIndex(box.body, of: file, isSound: isSound)
            case "moof":
                isFragmented = true
                try MovieFragment(box, in: file).read(into: &tracks)
            default: break
            }
        }
        guard hasIndex else { throw .truncated }
        tracks.removeAll { $0.samples.count == 0 }
        guard tracks.contains(where: { $0.isPicture != isSound }) else {
            throw lost.isEmpty ? .noPicture : .unsupported("No track of the movie has a codec that goes into MPEG-4")
        }
        if isFragmented { settleFragments() } else { try settleEdits() }
        for track in tracks {
            for entry in track.entries { try entry.suspects?.insist(on: track.samples, in: file) }
        }
    }

    /// A movie of one track, made of other things than a movie.
    init(track: MovieTrack) {
        scale = track.media.scale
        tracks = [track]
    }

    private mutating func readIndex(_ index: ByteWindow, of file: ByteWindow, isSound: Bool) throws(Fault) {
        let header = try index.need("mvhd")
        let isLong = try header.big(1, at: 0) == 1
        scale = try header.big(4, at: isLong ? 20 : 12)
        matrix = try header.copy(at: isLong ? 48 : 36, count: 36)
        guard scale > 0 else { throw .corrupt("The movie has no clock") }
        var found: [FoundTrack] = []
        var hasMetadata = false
        var walk = BoxWalk(index)
        while let box = try walk.next() {
            switch box.name {
            case "trak":
                guard found.count < 256 else { throw .corrupt("The movie has too many tracks") }
                found.append(try FoundTrack(box.body))
            case "udta": hasMetadata = hasMetadata || box.body.holdsTags
            case "meta": hasMetadata = true
            default: break
            }
        }
        var choice = TrackChoice(found, isSound: isSound)
        if hasMetadata || found.contains(where: \.hasMetadata) {
            choice.lost.insert("tags and other words of the file", at: 0)
        }
        lost = choice.lost
        tracks = try choice.kept.map { track throws(Fault) in try track.track(within: file.count) }
        if let extensions = try index.box("mvex") { try readExtensions(extensions) }
    }

    private mutating func readExtensions(_ extensions: ByteWindow) throws(Fault) {
        isFragmented = true
        var walk = BoxWalk(extensions)
        while let box = try walk.next() {
            guard box.name == "trex" else { continue }
            let number = try box.body.big(4, at: 4)
            for index in tracks.indices where tracks[index].header.number == number {
                tracks[index].usual = try FragmentDefaults(box.body)
            }
        }
    }

    private mutating func settleEdits() throws(Fault) {
        for index in tracks.indices {
            try tracks[index].edits.end(
                with: tracks[index].duration, trackScale: tracks[index].media.scale, movieScale: scale)
        }
    }

    /// Puts the tracks of a movie that was in fragments against one another: the first of all begins at zero.
    private mutating func settleFragments() {
        func begin(_ track: MovieTrack) -> Double { Double(track.fragments?.begin ?? 0) / Double(track.media.scale) }
        let first = tracks.map(begin).min() ?? 0
        for index in tracks.indices {
            let pause = Ticks.whole((begin(tracks[index]) - first) * Double(scale))
            tracks[index].edits.settle(
                media: tracks[index].duration, trackScale: tracks[index].media.scale, movieScale: scale, pause: pause)
        }
    }
}
