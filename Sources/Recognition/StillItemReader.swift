internal import AttachmentModel

/// Reads the items of a HEIC or AVIF still: the primary one's size, turn and codec.
struct StillItemReader: StructureReader {
    private static let mostProperties = 1_024
    private static let mostExtents = 100_000

    var facts: MediaFacts
    private let file: ByteWindow
    private var isCut = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var hasItems = false
        var walk = BoxWalk(file, allowsCut: true)
        while let box = try walk.next() {
            isCut = isCut || box.isCut
            switch box.name {
            case "meta":
                hasItems = true
                try readItems(box.body.clipped(at: 4))
            case "moov": try readSequence(box.body)
            default: break
            }
        }
        guard hasItems, !isCut else { throw .truncated }
        guard facts.width != nil else { throw .noPicture }
    }

    private mutating func readItems(_ meta: ByteWindow) throws(Fault) {
        guard let primaryBox = try meta.box("pitm") else { throw .corrupt }
        let primary = try primaryBox.big(try primaryBox.byte(at: 0) == 0 ? 2 : 4, at: 4)
        if let properties = try meta.box("iprp") { try readProperties(properties, of: primary) }
        if let items = try meta.box("iinf") { try readTypes(items) }
        if let places = try meta.box("iloc") { try readPlaces(places) }
    }

    private mutating func readProperties(_ box: ByteWindow, of primary: Int) throws(Fault) {
        guard let container = try box.box("ipco"), let links = try box.box("ipma") else { throw .corrupt }
        var properties: [Box] = []
        var walk = BoxWalk(container)
        while let property = try walk.next() {
            guard properties.count < Self.mostProperties else { throw .corrupt }
            properties.append(property)
            // An alpha plane is an item of its own, tied to the primary one.
            if property.name == "auxC", property.body.holdsText("alpha") { facts.alpha = true }
        }
        var size = (width: 0, height: 0)
        var orientation = 1
        for index in try Self.properties(of: primary, links) where properties.indices.contains(index - 1) {
            let property = properties[index - 1]
            switch property.name {
            case "ispe": size = (try property.body.big(4, at: 4), try property.body.big(4, at: 8))
            case "irot": orientation = [1, 8, 3, 6][try property.body.byte(at: 0) & 3]
            case "pixi": if try property.body.byte(at: 5) > 8 { facts.traits.insert(.deep) }
            case "colr" where property.body.reads("prof") || property.body.reads("rICC"):
                facts.traits.insert(.colourProfile)
            default: break
            }
        }
        guard size.width > 0, size.height > 0 else { throw .corrupt }
        facts.frames = 1
        facts.show(width: size.width, height: size.height, orientation: orientation)
    }

    /// The numbers of an item's properties, counted from 1.
    private static func properties(of item: Int, _ links: ByteWindow) throws(Fault) -> [Int] {
        var cursor = ByteCursor(links, at: 4)
        let idLength = try links.byte(at: 0) == 0 ? 2 : 4
        let linkLength = try links.byte(at: 3) & 1 == 0 ? 1 : 2
        for _ in 0..<(try cursor.big(4)) {
            let isWanted = try cursor.big(idLength) == item
            let count = try cursor.byte()
            guard isWanted else {
                try cursor.skip(count * linkLength)
                continue
            }
            var numbers: [Int] = []
            for _ in 0..<count { numbers.append(try cursor.big(linkLength) & (linkLength == 1 ? 0x7F : 0x7FFF)) }
            return numbers
        }
        return []
    }

    private mutating func readTypes(_ items: ByteWindow) throws(Fault) {
        var walk = BoxWalk(items, at: try items.byte(at: 0) == 0 ? 6 : 8)
        while let item = try walk.next() {
            let version = try item.body.byte(at: 0)
            guard item.name == "infe", version >= 2 else { continue }
            let codec: String? =
                switch try item.body.code(at: version == 2 ? 8 : 10) {
                case "hvc1": "hevc"
                case "av01": "av1"
                case "avc1": "h264"
                case "jpeg": "mjpeg"
                case "Exif", "mime": nil
                default: ""
                }
            if codec == nil { facts.traits.insert(.metadata) }
            if let codec, !codec.isEmpty, facts.codecs.isEmpty { facts.codecs = [codec] }
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

    /// A sequence of pictures lies in a track beside the still.
    private mutating func readSequence(_ movie: ByteWindow) throws(Fault) {
        guard let box = try movie.box("trak") else { return }
        let track = try MovieTrack(box)
        guard track.role == .picture, track.samples > 1 else { return }
        facts.frames = track.samples
        facts.duration = track.clock.duration
    }
}
