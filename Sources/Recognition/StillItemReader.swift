internal import AttachmentModel
internal import ForeignBytes

/// Reads the items of a HEIC or AVIF still: the primary one's size, turn and codec.
struct StillItemReader: StructureReader {
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
        let places = try meta.box("iloc").map { box throws(Fault) in try ItemPlaces(box, in: file) }
        if places?.areOutside == true { isCut = true }
        if let properties = try meta.box("iprp") { try readProperties(properties, of: primary, meta, places) }
        if let items = try meta.box("iinf") { try readTypes(items, primary) }
    }

    private mutating func readProperties(
        _ box: ByteWindow, of primary: Int, _ meta: ByteWindow, _ places: ItemPlaces?
    ) throws(Fault) {
        let properties = try ItemProperties(box)
        if properties.hasAlpha { facts.alpha = true }
        if properties.hasGainMap { facts.carry(.gainMap) }
        let shape = try properties.shape(of: primary)
        // A property is believed before the codec's own head, and a profile before either.
        var colours = shape.colours
        if colours == nil, !shape.hasProfile {
            colours = try codedColours(of: primary, properties, meta, places)
        }
        guard shape.width > 0, shape.height > 0 else { throw .corrupt }
        facts.frames = 1
        facts.width = shape.width
        facts.height = shape.height
        facts.orientation = shape.turn.orientation
        if shape.bits > 8 { facts.traits.insert(.deep) }
        if shape.hasProfile { facts.traits.insert(.colourProfile) }
        var coding = PictureCoding()
        coding.bits = shape.bits
        coding.colours = colours
        facts.coding = coding
        facts.noteColours(colours)
    }

    /// What the codec's own head says of an item's colours, or of the first part that the item is put together from.
    private func codedColours(
        of primary: Int, _ properties: ItemProperties, _ meta: ByteWindow, _ places: ItemPlaces?
    ) throws(Fault) -> ColourCoding? {
        var item = primary
        var shape = try properties.shape(of: item)
        if shape.setup == nil, let part = Self.firstPart(of: item, meta) {
            item = part
            shape = try properties.shape(of: item)
        }
        guard shape.colours == nil, let setup = shape.setup else { return shape.colours }
        if let header = SequenceHeader(in: setup.box, of: setup.codec) { return header.colours }
        // AV1 may leave its head to the data.
        guard setup.codec == "av1", let data = try places?.beginning(of: item) else { return nil }
        return (try? SequenceHeader(av1: data))?.colours
    }

    /// The first of the items that one is put together from (ISO/IEC 23008-12, section 6.6).
    private static func firstPart(of item: Int, _ meta: ByteWindow) -> Int? {
        guard let references = (try? meta.box("iref")) ?? nil, let version = try? references.byte(at: 0) else {
            return nil
        }
        let length = version == 0 ? 2 : 4
        var walk = BoxWalk(references, at: 4)
        while let reference = (try? walk.next()) ?? nil {
            guard reference.name == "dimg", (try? reference.body.big(length, at: 0)) == item else { continue }
            return try? reference.body.big(length, at: length + 2)
        }
        return nil
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
