/// An MPEG-4 file of two seconds, 64 by 48 pixels, made of boxes.
enum Movie {
    struct Track {
        var handler = "vide"
        var entry = "avc1"
        var parts: [UInt8] = []
        var samples = 50
        var chunk = 40
        /// Bytes of each sample; all of them lie in the one chunk.
        var sampleSize = 1
        var matrix = [1, 0, 0, 1]
        var size = (64, 48)
        /// Boxes that lie beside the tables, and among them, where they take the place of the samples' times.
        var information: [UInt8] = []
        var times: [UInt8]?

        static let picture = Track()
        static let sound = Track(handler: "soun", entry: "mp4a", samples: 90, size: (0, 0))
    }

    static let data = box("mdat", zeros(64))

    static func box(_ name: String, _ body: [UInt8]...) -> [UInt8] {
        let body = Array(body.joined())
        return big(4, 8 + body.count) + text(name) + body
    }

    static func brand(_ name: String) -> [UInt8] {
        box("ftyp", text(name) + big(4, 512) + text(name + "isom"))
    }

    /// `mvhd` or `mdhd`: 1000 ticks a second.
    static func clock(_ name: String, ticks: Int) -> [UInt8] {
        box(name, zeros(12) + big(4, 1_000) + big(4, ticks) + zeros(80))
    }

    static func movie(_ tracks: [Track], ticks: Int = 2_000, _ more: [UInt8] = []) -> [UInt8] {
        let all = tracks.enumerated().flatMap { track($0.element, number: $0.offset + 1) }
        return box("moov", clock("mvhd", ticks: ticks), all, more)
    }

    static func track(_ track: Track, number: Int) -> [UInt8] {
        let ones = track.matrix.map { big(4, $0 << 16) }
        let matrix = ones[0] + ones[1] + zeros(4) + ones[2] + ones[3] + zeros(4) + zeros(8) + big(4, 1 << 30)
        let size = big(2, track.size.0) + zeros(2) + big(2, track.size.1) + zeros(2)
        let header = box("tkhd", zeros(12) + big(4, number) + zeros(24) + matrix + size)
        let isPicture = track.handler == "vide"
        let coded = zeros(24) + big(2, 64) + big(2, 48) + zeros(50)
        let entry = box(track.entry, (isPicture ? coded : zeros(28)) + track.parts)
        let times = track.times ?? box("stts", zeros(4) + big(4, 1) + big(4, track.samples) + big(4, 40))
        let tables = box(
            "stbl", box("stsd", zeros(4) + big(4, 1) + entry),
            box("stsz", zeros(4) + big(4, track.sampleSize) + big(4, track.samples)),
            box("stsc", zeros(4) + big(4, 1) + big(4, 1) + big(4, track.samples) + big(4, 1)),
            box("stco", zeros(4) + big(4, 1) + big(4, track.chunk)), times)
        let handler = box("hdlr", zeros(8) + text(track.handler) + zeros(13))
        return box(
            "trak", header, box("mdia", clock("mdhd", ticks: 2_000), handler, box("minf", tables, track.information)))
    }

    /// An `esds` box that names a codec by its number.
    static func descriptor(_ object: UInt8) -> [UInt8] {
        box("esds", zeros(4) + [3, 0x80, 0x80, 0x80, 22, 0, 0, 0, 4, 17, object] + zeros(16))
    }

    /// A fragment of the first track: 25 samples from `start` on, each of 40 ticks.
    static func fragment(from start: Int) -> [UInt8] {
        let header = box("tfhd", big(4, 8) + big(4, 1) + big(4, 40))
        let run = box("trun", big(4, 0) + big(4, 25))
        return box("moof", box("traf", header, box("tfdt", zeros(4) + big(4, start)), run)) + data
    }

    static func file(_ tracks: Track..., brand name: String = "isom", more: [UInt8] = []) -> [UInt8] {
        brand(name) + movie(tracks, more) + data
    }
}
