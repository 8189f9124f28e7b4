internal import AttachmentModel
internal import ForeignBytes

/// Reads the items of a HEIC or AVIF still: the primary one's size, turn and codec.
struct StillItemReader: StructureReader {
    private static let mostExtents = 100_000

    var facts: MediaFacts
    private let file: ByteWindow
    private var isCut = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var (hasItems, hasSequence) = (false, false)
        var walk = BoxWalk(file, isOutermost: true)
        while let box = try walk.next() {
            if box.isStray {
                guard hasItems || hasSequence else { throw box.name.isName ? .truncated : .corrupt }
                facts.noteTrailingBytes()
                break
            }
            isCut = isCut || box.isCut
            switch box.name {
            case "meta":
                guard !hasItems else { throw .corrupt }
                hasItems = true
                try readItems(box.body.clipped(at: 4))
            case "moov":
                try readSequence(box.body)
                hasSequence = facts.width != nil
            case "mpvd": facts.carry(.motionPhoto)  // Where one maker puts the movie.
            default: break
            }
        }
        guard hasItems || hasSequence, !isCut else { throw .truncated }
        guard facts.width != nil else { throw .noPicture }
        // libheif opens items, and of a sequence the still beside it.
        if !hasItems { facts.traits.insert(.undecodable) }
    }

    private mutating func readItems(_ meta: ByteWindow) throws(Fault) {
        guard let primaryBox = try meta.box("pitm") else { throw .corrupt }
        let primary = try primaryBox.big(try primaryBox.byte(at: 0) == 0 ? 2 : 4, at: 4)
        if let properties = try meta.box("iprp") { try readProperties(properties, of: primary) }
        if let items = try meta.box("iinf") { try readTypes(items, primary) }
        if let places = try meta.box("iloc") { try readPlaces(places) }
    }

    private mutating func readProperties(_ box: ByteWindow, of primary: Int) throws(Fault) {
        let properties = try ItemProperties(box)
        if properties.hasAlpha { facts.alpha = true }
        if properties.hasGainMap { facts.carry(.gainMap) }
        let shape = try properties.shape(of: primary)
        guard shape.width > 0, shape.height > 0 else { throw .corrupt }
        facts.frames = 1
        facts.width = shape.width
        facts.height = shape.height
        facts.orientation = shape.turn.orientation
        if shape.bits > 8 { facts.traits.insert(.deep) }
        if shape.hasProfile { facts.traits.insert(.colourProfile) }
        var coding = PictureCoding()
        coding.bits = shape.bits
        coding.colours = shape.colours
        facts.coding = coding
        facts.noteColours(shape.colours)
    }

    /// The codec is that of the primary item; one that is put together from others has theirs.
    private mutating func readTypes(_ items: ByteWindow, _ primary: Int) throws(Fault) {
        var walk = BoxWalk(items, at: try items.byte(at: 0) == 0 ? 6 : 8)
        var (own, any): (String?, String?) = (nil, nil)
        while let item = try walk.next() {
            let version = try item.body.byte(at: 0)
            guard item.name == "infe", version >= 2 else { continue }
            let number = try item.body.big(version == 2 ? 2 : 4, at: 4)
            let type = try item.body.code(at: version == 2 ? 8 : 10)
            if type == "Exif" { facts.carry(.exif) }
            if type == "mime" { facts.carry(.xmp) }
            if type == "tmap" { facts.carry(.gainMap) }
            guard let codec = Self.codec(type) else { continue }
            any = any ?? codec
            if number == primary { own = codec }
        }
        facts.codecs = [own ?? any].compactMap(\.self)
        facts.coding?.process = facts.codecs.first
    }

    private static func codec(_ type: FourCC) -> String? {
        switch type {
        case "hvc1", "hev1": "hevc"
        case "av01": "av1"
        case "avc1": "h264"
        case "vvc1": "vvc"
        case "jpeg": "mjpeg"
        case "j2k1": "jpeg2000"
        case "unci": "uncompressed"
        default: nil
        }
    }

    /// Checks that the data of all items lie inside the file.
    private mutating func readPlaces(_ places: ByteWindow) throws(Fault) {
        let version = try places.byte(at: 0)
        var cursor = ByteCursor(places, at: 4)
        let (lengths, more) = (try cursor.byte(), try cursor.byte())
        var extents = 0
        for _ in 0..<(try cursor.big(version < 2 ? 2 : 4)) {
            try cursor.skip(version < 2 ? 2 : 4)
            let isInFile = version == 0 ? true : try cursor.big(2) & 15 == 0
            try cursor.skip(2)
            let base = try cursor.big(more >> 4)
            let count = try cursor.big(2)
            // An extent may take no bytes at all: the length of the file is no bound on their number.
            extents += count
            guard extents <= Self.mostExtents else { throw .corrupt }
            for _ in 0..<count {
                if version > 0 { try cursor.skip(more & 15) }
                let (offset, length) = (try cursor.big(lengths >> 4), try cursor.big(lengths & 15))
                let (start, isTooFar) = base.addingReportingOverflow(offset)
                if isInFile && (isTooFar || !file.holds(length, at: start)) { isCut = true }
            }
        }
    }

    /// A sequence of pictures lies in a track beside the still, or alone.
    private mutating func readSequence(_ movie: ByteWindow) throws(Fault) {
        guard let box = try movie.box("trak") else { return }
        let track = try MovieTrack(box)
        guard track.role == .picture, track.samples > 0 else { return }
        facts.tracks = [track.facts]
        if facts.width == nil, track.size.width > 0, track.size.height > 0 {
            facts.show(width: track.size.width, height: track.size.height, orientation: track.orientation)
            facts.codecs = [track.description?.codec].compactMap(\.self)
            facts.frames = 1
        }
        guard track.samples > 1 else { return }
        facts.frames = track.samples
        facts.duration = track.clock.duration
    }
}
