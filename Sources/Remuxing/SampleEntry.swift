internal import ForeignBytes

/// One way in which a track's samples are coded, as MPEG-4 writes it.
struct SampleEntry {
    /// The whole box.
    let bytes: [UInt8]
    /// What was changed on the way, in words.
    var steps: [String] = []
    /// The parameter sets of HEVC, when samples might hold others.
    var suspects: ParameterSets?

    /// Reads the entries of an `stsd` box; `nil` when one is of a codec that does not go into MPEG-4.
    static func all(_ table: ByteWindow, isPicture: Bool) throws(Fault) -> [SampleEntry]? {
        var walk = BoxWalk(table, at: 8)
        var entries: [SampleEntry] = []
        while let box = try walk.next() {
            // Entries differ by how they are set up: a recording has one or two.
            guard entries.count < 64 else { throw .corrupt("A track has too many sample entries") }
            guard let entry = isPicture ? try picture(box) : try sound(box) else { return nil }
            entries.append(entry)
        }
        return entries.isEmpty ? nil : entries
    }
}

/// Boxes of a QuickTime file that MPEG-4 has under the same name.
extension SampleEntry {
    /// Parts of a picture's entry that say how to show it; whatever else there is stays behind.
    private static let pictureParts: Set<FourCC> = ["pasp", "clap", "mdcv", "clli", "amve", "dvcC", "dvvC"]
    private static let pictureHead = 78

    static func picture(_ box: Box) throws(Fault) -> SampleEntry? {
        let body = box.body
        switch box.name {
        case "avc1", "avc3":
            let setup = try body.need("avcC", at: pictureHead)
            guard try setup.big(1, at: 5) & 31 > 0 else {
                throw .unsupported("The H.264 parameter sets lie among the samples")
            }
            return try picture("avc1", body, steps: box.name == "avc3" ? ["retagged avc3 as avc1"] : []) {
                (writer) throws(Fault) in
                try writer.copy("avcC", setup)
            }
        case "hvc1", "dvh1":
            let setup = try body.need("hvcC", at: pictureHead)
            return try picture(box.name, body) { (writer) throws(Fault) in try writer.copy("hvcC", setup) }
        case "hev1", "dvhe":
            let sets = try ParameterSets(try body.need("hvcC", at: pictureHead))
            let name: FourCC = box.name == "hev1" ? "hvc1" : "dvh1"
            var entry = try picture(name, body, steps: ["retagged \(box.name.text) as \(name.text)"]) { writer in
                writer.box("hvcC") { $0.append(sets.closed) }
            }
            if !sets.areComplete { entry.suspects = sets }
            return entry
        default: return nil
        }
    }

    private static func picture(
        _ name: FourCC, _ body: ByteWindow, steps: [String] = [], setup: (inout BoxWriter) throws(Fault) -> Void
    ) throws(Fault) -> SampleEntry {
        var parts = BoxWriter()
        try setup(&parts)
        var walk = BoxWalk(body, at: pictureHead)
        while let part = try walk.next() {
            if pictureParts.contains(part.name) { try parts.copy(part.name, part.body) }
            if part.name == "colr" { try parts.colour(part.body) }
        }
        let (width, height) = (try body.big(2, at: 24), try body.big(2, at: 26))
        guard width > 0, height > 0 else { throw .corrupt("A picture track has no size") }
        var writer = BoxWriter()
        writer.box(name) { writer in
            writer.zeros(6)
            writer.big(1, 2)
            writer.zeros(16)
            writer.big(width, 2)
            writer.big(height, 2)
            // 72 dots an inch, one picture in a sample, no name of an encoder, 24 bits, no table of colours.
            for _ in 0..<2 { writer.big(72 << 16) }
            writer.zeros(4)
            writer.big(1, 2)
            writer.zeros(32)
            writer.big(24, 2)
            writer.big(0xFFFF, 2)
            writer.append(parts.bytes)
        }
        return SampleEntry(bytes: writer.bytes, steps: steps)
    }
}

extension BoxWriter {
    /// The longest box of a set-up that is copied: parameter sets of real movies have some hundred bytes.
    private static let mostCopied = 65_536

    fileprivate mutating func copy(_ name: FourCC, _ body: ByteWindow) throws(Fault) {
        guard body.count <= Self.mostCopied else { throw .corrupt("The box \(name.text) is too long") }
        let bytes = try body.copy(at: 0, count: body.count)
        box(name) { $0.append(bytes) }
    }

    /// The colour space by numbers; QuickTime's form lacks the last byte, and a profile is left behind.
    fileprivate mutating func colour(_ body: ByteWindow) throws(Fault) {
        let form = try body.code(at: 0)
        guard form == "nclc" || form == "nclx" else { return }
        let numbers = try body.copy(at: 4, count: 6)
        let range = form == "nclx" ? try body.big(1, at: 10) & 0x80 : 0
        box("colr") { writer in
            writer.name("nclx")
            writer.append(numbers)
            writer.big(range, 1)
        }
    }
}
