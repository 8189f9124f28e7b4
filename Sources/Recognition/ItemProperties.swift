internal import AttachmentModel
internal import ForeignBytes

/// The properties of the items in a HEIC or AVIF file, and which item has which.
struct ItemProperties {
    /// How an item is shown.
    struct Shape {
        /// In pixels, as displayed.
        var width = 0, height = 0
        var turn = QuarterTurn()
        var bits = 8
        var hasProfile = false
        var colours: ColourCoding?
        /// How the decoder is set up, and for which codec.
        var setup: (box: ByteWindow, codec: String)?
    }

    private static let mostProperties = 1_024

    private let properties: [Box]
    private let links: ByteWindow
    /// Whether some item is the alpha plane of another.
    let hasAlpha: Bool
    let hasGainMap: Bool

    /// Reads an `iprp` box.
    init(_ box: ByteWindow) throws(Fault) {
        guard let container = try box.box("ipco"), let links = try box.box("ipma") else { throw .corrupt }
        self.links = links
        var properties: [Box] = []
        var (hasAlpha, hasGainMap) = (false, false)
        var walk = BoxWalk(container)
        while let property = try walk.next() {
            guard properties.count < Self.mostProperties else { throw .corrupt }
            properties.append(property)
            guard property.name == "auxC" else { continue }
            let name = property.body.clipped(at: 4, count: 256)
            if name.holdsText("auxiliary:alpha") || name.holdsText("hevc:2015:auxid:1") { hasAlpha = true }
            if name.holdsText("hdrgainmap") { hasGainMap = true }
        }
        self.properties = properties
        self.hasAlpha = hasAlpha
        self.hasGainMap = hasGainMap
    }

    /// Applies what changes an item's shape, in the order in which the file lists it.
    func shape(of item: Int) throws(Fault) -> Shape {
        var shape = Shape()
        for index in try numbers(of: item) where properties.indices.contains(index - 1) {
            let property = properties[index - 1]
            switch property.name {
            case "ispe":
                (shape.width, shape.height) = (try property.body.big(4, at: 4), try property.body.big(4, at: 8))
            case "clap": try shape.clip(property.body)
            case "irot":
                for _ in 0..<(try property.body.byte(at: 0) & 3) {
                    shape.turn = shape.turn.followed(by: .left)
                    (shape.width, shape.height) = (shape.height, shape.width)
                }
            case "imir":
                // 0 exchanges top and bottom, 1 left and right, as decoders have it since the standard was amended.
                let isSideways = try property.body.byte(at: 0) & 1 == 1
                shape.turn = shape.turn.followed(by: isSideways ? .sideways : .upsideDown)
            case "pixi": shape.bits = try property.body.byte(at: 5)
            case "colr" where property.body.reads("nclx"): shape.colours = try ColourCoding(codePoints: property.body)
            case "colr" where property.body.reads("prof") || property.body.reads("rICC"): shape.hasProfile = true
            case let name:
                if let row = SequenceHeader.configurations.first(where: { $0.name == name }) {
                    shape.setup = (property.body, row.codec)
                }
            }
        }
        return shape
    }

    /// The numbers of an item's properties, counted from 1.
    private func numbers(of item: Int) throws(Fault) -> [Int] {
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
}

extension ItemProperties.Shape {
    /// Cuts down to a clean aperture, whose sides are fractions; one that makes no sense, or is larger, changes nothing.
    mutating func clip(_ aperture: ByteWindow) throws(Fault) {
        let (width, wideBelow) = (try aperture.big(4, at: 0), try aperture.big(4, at: 4))
        let (height, highBelow) = (try aperture.big(4, at: 8), try aperture.big(4, at: 12))
        guard wideBelow > 0, highBelow > 0 else { return }
        let (wide, high) = (width / wideBelow, height / highBelow)
        guard wide > 0, high > 0, wide <= self.width, high <= self.height else { return }
        (self.width, self.height) = (wide, high)
    }
}
