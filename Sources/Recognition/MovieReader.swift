internal import AttachmentModel
internal import ForeignBytes

/// Walks the boxes of an MPEG-4, QuickTime or 3GPP file; its tracks, not its brand, say whether it is a movie.
struct MovieReader: StructureReader {
    private static let mostTracks = 256
    /// The 30 that are shown, and what nobody misses: sound ends with whole frames, and clocks are rounded.
    private static let secondsShown = 30.1

    var facts: MediaFacts
    private let file: ByteWindow
    private var brand: FourCC?
    private var hasMovie = false
    private var hasData = false
    private var isCut = false
    private var clock = MovieClock()
    private var tracks: [MovieTrack] = []

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        defer { conclude() }
        var walk = BoxWalk(file, isOutermost: true)
        while let box = try walk.next() {
            if box.isStray {
                guard hasMovie else { throw box.name.isName ? .truncated : .corrupt }
                facts.noteTrailingBytes()
                break
            }
            isCut = isCut || box.isCut
            try read(box)
        }
        let rest = walk.cursor
        if rest.remaining < 8 && !file.isZero(from: rest.position) { isCut = true }
        noteChapters()
        guard hasMovie, !isCut, !hasDataBeyondEnd else { throw .truncated }
        guard !facts.traits.contains(.undecodable) else { return }
        // Those of fragments were counted with them: a header that they are to follow has none.
        let playable = tracks.filter { $0.role != .other && $0.samples > 0 }
        guard !playable.isEmpty else { throw .noPicture }
        guard playable.contains(where: { $0.description?.isEncrypted != true }) else { throw .encrypted }
    }

    private mutating func read(_ box: Box) throws(Fault) {
        switch box.name {
        case "ftyp": brand = try box.body.code(at: 0)
        case "mdat": hasData = true
        case "moov":
            guard !hasMovie else { throw .corrupt }
            hasMovie = true
            let isLast = hasData
            try readMovie(box.body)
            if isLast && !facts.traits.contains(.fragmented) {
                facts.traits.insert(.moovLast)
                facts.warn(.moovLast)
            }
        case "moof":
            facts.traits.insert(.fragmented)
            try MovieFragment.read(box.body, into: &tracks)
        case "free", "skip", "wide", "pnot", "pdin", "styp", "sidx", "mfra", "prft": break
        default: facts.carried.insert(.application)
        }
    }

    private mutating func readMovie(_ movie: ByteWindow) throws(Fault) {
        var walk = BoxWalk(movie)
        while let box = try walk.next() {
            switch box.name {
            case "mvhd":
                clock = try MovieClock(box.body)
                guard clock.isRunning else { throw .corrupt }
                if try MovieClock.hasDate(box.body) { facts.carried.insert(.time) }
            case "trak":
                guard tracks.count < Self.mostTracks else { throw .corrupt }
                tracks.append(try MovieTrack(box.body))
            case "mvex":
                facts.traits.insert(.fragmented)
                try readExtensions(box.body)
            case "udta": try readUserData(box.body)
            case "meta":
                facts.carried.insert(.tags)
                readLocation(box.body)
            case "cmov": facts.traits.insert(.undecodable)  // QuickTime's packed form of the whole index.
            default: break
            }
        }
    }

    private mutating func readExtensions(_ extensions: ByteWindow) throws(Fault) {
        var walk = BoxWalk(extensions)
        while let box = try walk.next() {
            if box.name == "mehd" {
                clock.extend(to: Double(try box.body.big(try box.body.byte(at: 0) == 1 ? 8 : 4, at: 4)))
            } else if box.name == "trex" {
                let number = try box.body.big(4, at: 4)
                let ticks = try box.body.big(4, at: 12)
                for index in tracks.indices where tracks[index].number == number { tracks[index].usualTicks = ticks }
            }
        }
    }

    private mutating func readUserData(_ userData: ByteWindow) throws(Fault) {
        var walk = BoxWalk(userData)
        if userData.holdsTags { facts.carried.insert(.tags) }
        while let box = try walk.next() {
            switch box.name {
            case "©xyz", "loci": facts.carry(.location)
            case "meta":
                // A full box in MPEG-4, a plain one in QuickTime.
                let items = box.body.clipped(at: box.body.reads("hdlr", at: 4) ? 0 : 4)
                if try items.box("ilst", "covr") != nil { facts.traits.insert(.coverArt) }
            default: break
            }
        }
    }

    /// Where it was filmed, in the form that cameras of Apple write.
    private mutating func readLocation(_ meta: ByteWindow) {
        if meta.clipped(at: 0, count: 65_536).holdsText("com.apple.quicktime.location") {
            facts.carry(.location)
        }
    }

    private var hasDataBeyondEnd: Bool {
        tracks.contains { $0.samples > 0 && $0.role != .other && ($0.end ?? 0) > file.count }
    }

    private mutating func noteChapters() {
        let chapters = Set(tracks.flatMap(\.chapters))
        for index in tracks.indices where chapters.contains(tracks[index].number) { tracks[index].isChapters = true }
    }

    /// Turns the tracks that were found into facts.
    private mutating func conclude() {
        facts.tracks = tracks.map(\.facts)
        let pictures = tracks.filter { $0.role == .picture && !$0.isCover && $0.samples > 0 }
        let sounds = tracks.filter { $0.role == .sound && $0.samples > 0 }
        let durations = tracks.compactMap(\.clock.duration)
        facts.codecs = (pictures + sounds).compactMap(\.description?.codec)
        let isFragmented = facts.traits.contains(.fragmented)
        facts.duration =
            isFragmented
            ? (durations + [clock.duration].compactMap(\.self)).max() : clock.duration ?? durations.max()
        if tracks.contains(where: \.hasWords) { facts.carried.insert(.tags) }
        if tracks.contains(where: \.isCover) { facts.traits.insert(.coverArt) }
        if tracks.contains(where: { $0.description?.isEncrypted == true }) { facts.traits.insert(.encrypted) }
        if let picture = pictures.first {
            if facts.kind == .m4a { facts.kind = .mp4 }
            facts.frames = picture.samples
            if picture.size.width > 0, picture.size.height > 0 {
                facts.show(width: picture.size.width, height: picture.size.height, orientation: picture.orientation)
            }
            if picture.isTurnedOddly { facts.warn(.oddMatrix) }
            if facts.duration ?? 0 > Self.secondsShown { facts.warn(.longerThanShown) }
        } else if !sounds.isEmpty {
            facts.kind = .m4a
        }
        if !hasUsualBrand { facts.warn(.unusualBrand) }
    }

    private var hasUsualBrand: Bool {
        switch facts.kind {
        case .mp4: ["isom", "mp41", "mp42"].contains(brand)
        case .m4a: brand == "M4A "
        default: true
        }
    }
}
