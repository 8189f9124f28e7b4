internal import AttachmentModel
internal import ForeignBytes

/// Reads the information and the tracks of a Matroska or WebM file.
///
/// Clusters, which hold the media, are passed over; only without a duration are their times looked at.
struct MatroskaReader: StructureReader {
    private static let mostTracks = 256

    var facts: MediaFacts
    private let file: ByteWindow
    /// Nanoseconds in a tick, unless the file says otherwise.
    private var scale = 1_000_000
    private var ticks: Double?
    private var lastCluster: Int?
    private var isCut = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        defer { conclude() }
        var walk = EBMLWalk(file)
        guard try walk.next()?.identifier == 0x1A45_DFA3 else { throw .corrupt }
        var hasSegment = false
        while !hasSegment, let element = try walk.next() {
            guard element.identifier == 0x1853_8067 else { continue }
            hasSegment = true
            isCut = element.isCut
            try readSegment(element.body)
        }
        guard hasSegment, !isCut else { throw .truncated }
        let playable = facts.tracks.filter { $0.role != .other }
        guard !playable.isEmpty else { throw .noPicture }
        guard playable.contains(where: { !$0.isEncrypted }) else { throw .encrypted }
    }

    private mutating func readSegment(_ segment: ByteWindow) throws(Fault) {
        var walk = EBMLWalk(segment)
        while let element = try walk.next() {
            switch element.identifier {
            case 0x1549_A966: try readInformation(element.body)
            case 0x1654_AE6B: try readTracks(element.body)
            case 0x1F43_B675:
                if ticks != nil && !facts.tracks.isEmpty { return }
                var inside = EBMLWalk(element.body)
                if let first = try inside.next(), first.identifier == 0xE7 { lastCluster = try first.number }
            case 0x1941_A469, 0x1254_C367: facts.carried.insert(.tags)  // Attachments, tags.
            default: break
            }
        }
    }

    private mutating func readInformation(_ information: ByteWindow) throws(Fault) {
        var walk = EBMLWalk(information)
        while let element = try walk.next() {
            if element.identifier == 0x2AD7B1 { scale = try element.number }
            if element.identifier == 0x4489 { ticks = element.real }
        }
    }

    private mutating func readTracks(_ tracks: ByteWindow) throws(Fault) {
        var walk = EBMLWalk(tracks)
        while let element = try walk.next() {
            guard element.identifier == 0xAE else { continue }
            guard facts.tracks.count < Self.mostTracks else { throw .corrupt }
            facts.tracks.append(try Self.track(element.body))
        }
    }

    private static func track(_ entry: ByteWindow) throws(Fault) -> TrackFacts {
        var track = TrackFacts(.other)
        var setup: ByteWindow?
        var walk = EBMLWalk(entry)
        while let element = try walk.next() {
            switch element.identifier {
            case 0x83:
                let type = try element.number
                track.role = type == 1 ? .picture : type == 2 ? .sound : .other
            case 0x86:
                track.tag = element.text
                track.codec = MatroskaCodec.name(of: element.text)
            case 0xE0: try readPicture(element.body, &track)
            case 0xE1: try readSound(element.body, &track)
            case 0x63A2: setup = element.body
            case 0x6D80: track.isEncrypted = try isEncrypted(element.body)
            default: break
            }
        }
        if let setup { readSetup(setup, &track) }
        return track
    }

    private static func readPicture(_ picture: ByteWindow, _ track: inout TrackFacts) throws(Fault) {
        var walk = EBMLWalk(picture)
        var shape: (width: Int?, height: Int?, unit: Int) = (nil, nil, 0)
        while let value = try walk.next() {
            switch value.identifier {
            case 0xB0: track.width = try value.number
            case 0xBA: track.height = try value.number
            case 0x54B0: shape.width = try value.number
            case 0x54BA: shape.height = try value.number
            case 0x54B2: shape.unit = try value.number
            case 0x55B0: track.noteColours(try colours(value.body))
            default: break
            }
        }
        // Centimetres, inches and ratios tell a shape; only pixels tell a size too, and often one of their own.
        if let width = shape.width, let height = shape.height, width > 0, height > 0, shape.unit != 4,
            width < 1 << 20, height < 1 << 20, let stored = track.height, stored < 1 << 20
        {
            track.width = (stored * width + height / 2) / height
        }
    }

    private static func readSound(_ sound: ByteWindow, _ track: inout TrackFacts) throws(Fault) {
        var walk = EBMLWalk(sound)
        while let value = try walk.next() {
            if value.identifier == 0xB5 { track.sampleRate = value.real.flatMap { Int(exactly: $0.rounded()) } }
            if value.identifier == 0x9F { track.channels = try value.number }
        }
    }

    /// Reads how the codec is set up.
    private static func readSetup(_ setup: ByteWindow, _ track: inout TrackFacts) {
        // The form of Windows: its name is that of an AVI (BITMAPINFOHEADER).
        if track.tag == "V_MS/VFW/FOURCC" {
            guard let code = try? setup.code(at: 16) else { return }
            (track.tag, track.codec) = (code.text, AVIReader.codec(code.text))
            return
        }
        if let level = CodecLevel(setup, of: track.codec) {
            (track.profile, track.level) = (level.profile, level.level)
        }
        if track.colours?.isTold != true, let header = SequenceHeader(in: setup, of: track.codec) {
            track.noteColours(header.colours)
        }
    }

    /// Colours by the numbers of ITU-T H.273; one that is left out is not told.
    private static func colours(_ colours: ByteWindow) throws(Fault) -> ColourCoding {
        var coding = ColourCoding.untold
        var walk = EBMLWalk(colours)
        while let value = try walk.next() {
            switch value.identifier {
            case 0x55B1: coding.matrix = try value.number
            case 0x55B9: coding.isFullRange = try value.number == 2
            case 0x55BA: coding.transfer = try value.number
            case 0x55BB: coding.primaries = try value.number
            default: break
            }
        }
        return coding
    }

    /// Whether one of a track's encodings is an encryption, and not a packing.
    private static func isEncrypted(_ encodings: ByteWindow) throws(Fault) -> Bool {
        var walk = EBMLWalk(encodings)
        while let encoding = try walk.next() {
            var inside = EBMLWalk(encoding.body)
            while let value = try inside.next() {
                if value.identifier == 0x5035 { return true }
            }
        }
        return false
    }

    private mutating func conclude() {
        let pictures = facts.tracks.filter { $0.role == .picture }
        facts.codecs = (pictures + facts.tracks.filter { $0.role == .sound }).compactMap(\.codec)
        if let picture = pictures.first, let width = picture.width, let height = picture.height, width > 0, height > 0 {
            facts.show(width: width, height: height)
        }
        let seconds = (ticks ?? lastCluster.map(Double.init) ?? 0) * Double(scale) / 1_000_000_000
        if seconds > 0 && seconds.isFinite { facts.duration = seconds }
    }
}

/// Names of Matroska's codecs.
enum MatroskaCodec {
    private static let names = [
        "V_MPEG4/ISO/AVC": "h264", "V_MPEGH/ISO/HEVC": "hevc", "V_AV1": "av1", "V_VP8": "vp8", "V_VP9": "vp9",
        "V_MPEG1": "mpeg1", "V_MPEG2": "mpeg2", "V_THEORA": "theora", "V_MJPEG": "mjpeg", "V_PRORES": "prores",
        "A_MPEG/L1": "mp1", "A_MPEG/L2": "mp2", "A_MPEG/L3": "mp3", "A_OPUS": "opus", "A_VORBIS": "vorbis",
        "A_FLAC": "flac", "A_ALAC": "alac", "A_AC3": "ac3", "A_EAC3": "eac3", "A_PCM/FLOAT/IEEE": "pcm-float",
    ]

    /// The name in our words; one that we have none for keeps its own, in lowercase.
    static func name(of identifier: String) -> String {
        if let name = names[identifier] { return name }
        if identifier.hasPrefix("A_AAC") { return "aac" }
        if identifier.hasPrefix("A_PCM/") { return "pcm" }
        if identifier.hasPrefix("V_MPEG4/") { return "mp4v" }
        return identifier.lowercased()
    }
}
