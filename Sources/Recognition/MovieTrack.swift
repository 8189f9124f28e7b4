internal import AttachmentModel
internal import ForeignBytes

/// One track of a movie: what it holds, and how it is shown.
struct MovieTrack {
    enum Role { case picture, sound, other }

    let number: Int
    let role: Role
    let description: SampleDescription?
    /// Size in pixels before it is turned.
    let size: (width: Int, height: Int)
    let orientation: Int
    /// Whether more is done to the picture than that.
    let isTurnedOddly: Bool
    var clock: MovieClock
    var samples: Int
    /// The first byte behind the track's data in the file.
    let end: Int?
    /// Tracks that hold the titles and pictures of this one's chapters.
    let chapters: [Int]
    /// Whether another track names this one as its chapters.
    var isChapters = false
    /// Whether it has a name, a place or other words of its own.
    let hasWords: Bool
    /// What a fragment's sample lasts unless the fragment says otherwise.
    var usualTicks = 0

    /// Reads a `trak` box.
    init(_ track: ByteWindow) throws(Fault) {
        guard let header = try track.box("tkhd"), let media = try track.box("mdia"),
            let mediaHeader = try media.box("mdhd"), let handler = try media.box("hdlr")
        else { throw .corrupt }
        let isLong = try header.byte(at: 0) == 1
        number = try header.big(4, at: isLong ? 20 : 12)
        guard number > 0 else { throw .corrupt }
        clock = try MovieClock(mediaHeader)
        let role: Role =
            switch try handler.code(at: 8) {
            case "vide", "pict", "auxv": .picture
            case "soun": .sound
            default: .other
            }
        let tables = try media.box("minf", "stbl")
        if role != .other {
            guard clock.isRunning else { throw .corrupt }
            try Self.insistOnOwnData(media)
            try Self.insistOnEdits(track, clock)
        }
        self.role = role
        description =
            role == .other
            ? nil
            : try tables?.box("stsd").flatMap { table throws(Fault) in
                try SampleDescription(table, isPicture: role == .picture)
            }
        let matrix = try header.part(at: isLong ? 52 : 40, count: 36)
        let turn = try QuarterTurn(ofMatrix: matrix)
        orientation = turn?.orientation ?? 1
        isTurnedOddly = turn == nil
        let shown = (try header.big(2, at: isLong ? 88 : 76), try header.big(2, at: isLong ? 92 : 80))
        size = Self.size(shown: shown, description)
        let entries = try tables?.box("stsd").map(Self.count) ?? 0
        var places: SampleTables?
        do throws(Fault) {
            places = try tables.map { tables throws(Fault) in try SampleTables(tables, entries: entries) }
        } catch {
            // What is neither seen nor heard is left out of whatever is made of the movie.
            if role != .other { throw error }
        }
        samples = places?.samples ?? 0
        end = places?.end
        chapters = Self.chapters(in: track)
        let words = try track.box("udta")
        let notes = try track.box("meta")
        hasWords = words?.holdsTags == true || notes != nil
    }

    /// What the track's head says, unless that is the coded size and the pixels are not square.
    private static func size(shown: (Int, Int), _ description: SampleDescription?) -> (width: Int, height: Int) {
        guard let coded = description?.size, coded.width > 0, coded.height > 0 else { return shown }
        let isTold = shown.0 > 0 && shown.1 > 0
        guard !isTold || shown == coded, let pixel = description?.pixel else { return isTold ? shown : coded }
        // 16 bits times 32 bits: within counting.
        let width = (coded.width * pixel.width + pixel.height / 2) / pixel.height
        return (1...0xFFFF).contains(width) ? (width, coded.height) : coded
    }

    /// A picture that lies with the sound, as players show it for a song.
    var isCover: Bool {
        role == .picture && (samples <= 1 || isChapters) && ["mjpeg", "png"].contains(description?.codec)
    }

    /// Refuses a track whose samples lie in another file: nothing but the file itself is ever opened.
    private static func insistOnOwnData(_ media: ByteWindow) throws(Fault) {
        guard let references = try media.box("minf", "dinf", "dref") else { return }
        var walk = BoxWalk(references, at: 8)
        while let reference = try walk.next() {
            guard try reference.body.big(3, at: 1) & 1 == 1 else { throw .noPicture }
        }
    }

    /// Refuses a list of edits that claims more entries than it has, or one that begins behind the end of the track.
    private static func insistOnEdits(_ track: ByteWindow, _ clock: MovieClock) throws(Fault) {
        guard let edits = try track.box("edts", "elst") else { return }
        let isLong = try edits.byte(at: 0) == 1
        let (length, count) = (isLong ? 20 : 12, try edits.big(4, at: 4))
        _ = try edits.part(at: 8, count: try edits.clampedProduct(count, length))
        for index in 0..<count {
            let place = 8 + index * length + (isLong ? 8 : 4)
            // Those that are no stretch of the track are -1, and as a long number beyond `Int`.
            guard let start = isLong ? try? edits.big(8, at: place) : try edits.signed(at: place) else { continue }
            guard clock.reaches(Double(start)) else { throw .corrupt }
        }
    }

    /// How many sample entries an `stsd` box has.
    private static func count(_ entries: ByteWindow) throws(Fault) -> Int {
        var walk = BoxWalk(entries, at: 8)
        var count = 0
        while try walk.next() != nil { count += 1 }
        return count
    }

    private static func chapters(in track: ByteWindow) -> [Int] {
        guard let list = (try? track.box("tref", "chap")) ?? nil else { return [] }
        return stride(from: 0, to: min(list.count, 64), by: 4).compactMap { try? list.big(4, at: $0) }
    }

    /// What is told of the track.
    var facts: TrackFacts {
        let role: TrackFacts.Role =
            switch self.role {
            // Without samples there is nothing of it.
            case _ where samples == 0: .other
            case .picture: isCover ? .cover : .picture
            case .sound: .sound
            case .other: .other
            }
        var facts = TrackFacts(role, codec: description?.codec)
        facts.tag = description?.tag.text
        facts.profile = description?.level?.profile
        facts.level = description?.level?.level
        facts.noteColours(description?.colours)
        if self.role == .picture {
            let isTurned = orientation >= 5
            facts.width = isTurned ? size.height : size.width
            facts.height = isTurned ? size.width : size.height
            facts.orientation = orientation
        }
        facts.sampleRate = description?.sound?.rate
        facts.channels = description?.sound?.channels
        facts.duration = clock.duration
        facts.samples = samples
        facts.isEncrypted = description?.isEncrypted == true
        return facts
    }
}
