/// Files of the kinds that are only converted from.
enum Other {
    static func webp(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Array(chunks.joined())
        return text("RIFF") + little(4, 4 + body.count) + text("WEBP") + body
    }

    static let lossy = Sound.chunk("VP8 ", [0x30, 1, 0, 0x9D, 1, 0x2A] + little(2, 64) + little(2, 48) + zeros(8))

    /// The canvas of the extended form, with its flags.
    static func canvas(_ flags: UInt8) -> [UInt8] {
        Sound.chunk("VP8X", [flags, 0, 0, 0] + little(3, 63) + little(3, 47))
    }

    static func frame(milliseconds: Int) -> [UInt8] {
        Sound.chunk("ANMF", zeros(12) + little(3, milliseconds) + [0] + lossy)
    }

    static func bitmap(height: Int = 48, headerSize: Int = 40, method: Int = 0) -> [UInt8] {
        let size = little(4, 64) + little(4, height)
        let form = size + little(2, 1) + little(2, 24)
        // What is no header any more would be a method that is none.
        let header = little(4, headerSize) + form + (headerSize == 16 ? [9] : little(4, method) + zeros(20))
        return text("BM") + zeros(8) + little(4, 14 + header.count) + header + zeros(64 * 48 * 3)
    }

    /// The content of a `colr` box that gives colours by numbers.
    static func codePoints(_ primaries: Int, _ transfer: Int, matrix: Int = 1, isFull: Bool = true) -> [UInt8] {
        text("nclx") + big(2, primaries) + big(2, transfer) + big(2, matrix) + [isFull ? 0x80 : 0]
    }

    static func tiff(_ more: [[UInt8]] = []) -> [UInt8] {
        let entries = [entry(256, 64), entry(257, 48), entry(273, 8), entry(279, 4)] + more
        return text("MM") + big(2, 42) + big(4, 8) + big(2, entries.count) + entries.joined() + zeros(4)
    }

    static func entry(_ tag: Int, _ value: Int) -> [UInt8] {
        big(2, tag) + big(2, 3) + big(4, 1) + big(2, value) + zeros(2)
    }

    /// A still of 64 by 48 pixels in one item, turned by `quarters` to the left.
    static func item(
        brand: String = "heic", type: String = "hvc1", quarters: UInt8 = 0, shaped: [[UInt8]]? = nil,
        places: [UInt8] = places(at: 0)
    ) -> [UInt8] {
        let shaped = shaped ?? [Movie.box("irot", [quarters])]
        let size = Movie.box("ispe", zeros(4) + big(4, 64) + big(4, 48))
        let properties = Movie.box("ipco", size, Array(shaped.joined()))
        let numbers = (0...shaped.count).map { UInt8($0 + 1) }
        let links = Movie.box("ipma", zeros(4) + big(4, 1) + big(2, 1) + [UInt8(numbers.count)] + numbers)
        let items = Movie.box(
            "iinf", zeros(4) + big(2, 1) + Movie.box("infe", [2, 0, 0, 0] + big(2, 1) + zeros(2) + text(type)))
        let meta = Movie.box(
            "meta", zeros(4), Movie.box("pitm", zeros(4) + big(2, 1)), items, Movie.box("iprp", properties, links),
            places)
        return Movie.brand(brand) + meta + Movie.data
    }

    /// A still of 64 by 48 pixels that is put together from a second item, which has these properties.
    static func grid(of part: [[UInt8]]) -> [UInt8] {
        let size = Movie.box("ispe", zeros(4) + big(4, 64) + big(4, 48))
        let numbers = (0..<part.count).map { UInt8($0 + 2) }
        let links = big(2, 1) + [1, 1] + big(2, 2) + [UInt8(numbers.count)] + numbers
        let properties = Movie.box(
            "iprp", Movie.box("ipco", size, Array(part.joined())), Movie.box("ipma", zeros(4) + big(4, 2) + links))
        let items = [(1, "grid"), (2, "hvc1")].flatMap { number, type in
            Movie.box("infe", [2, 0, 0, 0] + big(2, number) + zeros(2) + text(type))
        }
        let references = Movie.box(
            "iref", zeros(4), Movie.box("thmb", big(2, 1) + big(2, 1) + big(2, 9)),
            Movie.box("dimg", big(2, 1) + big(2, 1) + big(2, 2)))
        let meta = Movie.box(
            "meta", zeros(4), Movie.box("pitm", zeros(4) + big(2, 1)), Movie.box("iinf", zeros(4) + big(2, 2) + items),
            properties, references, places(at: 0))
        return Movie.brand("heic") + meta + Movie.data
    }

    /// Packets of a transport stream with one programme: of `pictures`, and of two sounds.
    ///
    /// - Parameter times: bytes before each packet.
    static func transportStream(_ pictures: [UInt8], type: Int = 0x24, times: Int = 0, private descriptor: [UInt8] = [])
        -> [UInt8]
    {
        func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
            [0, table] + big(2, 0xB000 | body.count + 9) + big(2, 1) + [0xC1, 0, 0] + body + zeros(4)
        }
        func stream(_ type: Int, _ pid: Int, _ descriptors: [UInt8] = []) -> [UInt8] {
            big(1, type) + big(2, 0xE000 | pid) + big(2, 0xF000 | descriptors.count) + descriptors
        }
        func packet(_ pid: Int, begins: Bool, _ payload: ArraySlice<UInt8>) -> [UInt8] {
            // What is not filled is a field of adaptation.
            let space = 184 - payload.count
            let filling = space == 0 ? [] : [UInt8(space - 1)] + [UInt8](repeating: 0, count: space - 1)
            let head = [0x47] + big(2, (begins ? 0x4000 : 0) | pid) + [space == 0 ? 0x10 : 0x30]
            return zeros(times) + head + filling + payload
        }
        let table =
            big(2, 0xE100) + big(2, 0xF000) + stream(type, 0x101) + stream(6, 0x102, descriptor) + stream(0x0F, 0x103)
        let unit = [0, 0, 1, 0xE0, 0, 0, 0x80, 0, 0] + pictures
        // The file begins in the middle of a picture.
        var packets = packet(0x101, begins: false, Array(repeating: 0, count: 184)[...])
        packets += packet(0, begins: true, section(0, big(2, 0) + big(2, 0xE010) + big(2, 1) + big(2, 0xE100))[...])
        packets += packet(0x100, begins: true, section(2, table)[...])
        packets += packet(0x101, begins: false, Array(repeating: 0, count: 184)[...])
        for start in stride(from: 0, to: unit.count, by: 100) {
            packets += packet(0x101, begins: start == 0, unit[start..<min(start + 100, unit.count)])
        }
        return packets
    }

    /// An `iloc` box that puts the item's data at an offset.
    static func places(at offset: Int) -> [UInt8] {
        let item = big(2, 1) + zeros(2) + big(2, 1) + big(4, offset) + big(4, 64)
        return Movie.box("iloc", zeros(4) + [0x44, 0] + big(2, 1) + item)
    }

    /// A still whose thousand items have 65,535 places each, all of them of no length.
    static func crowded() -> [UInt8] {
        let places = repeatElement(big(2, 1) + zeros(2) + big(2, 65_535), count: 1_000).joined()
        return item(places: Movie.box("iloc", zeros(4) + zeros(2) + big(2, 1_000) + places))
    }

    static func flac(cover: [UInt8] = []) -> [UInt8] {
        let stream = zeros(10) + [0x0A, 0xC4, 0x40] + big(5, 22_050) + zeros(16)
        return text("fLaC") + [0x00] + big(3, stream.count) + stream + cover + [0x81, 0, 0, 2, 0, 0] + zeros(20)
    }

    static func ogg(isEnded: Bool = true) -> [UInt8] {
        let head = text("OpusHead") + zeros(11)
        let first = text("OggS\0\u{2}") + zeros(20) + [1, UInt8(head.count)] + head
        return first + text("OggS\0") + [isEnded ? 4 : 0] + little(8, 24_000) + zeros(12) + [1, 4] + zeros(4)
    }

    /// Theora of 64 by 48 pixels at 25 pictures a second; the 50th is the tenth since the last whole one.
    static func theora() -> [UInt8] {
        let size = big(2, 4) + big(2, 3) + big(3, 64) + big(3, 48) + zeros(2)
        let head = text("theora") + [3, 2, 1] + size + big(4, 25) + big(4, 1)
        let packet = [0x80] + head + zeros(10) + big(2, 6 << 5)
        let first = text("OggS\0\u{2}") + zeros(8) + little(4, 7) + zeros(8) + [1, UInt8(packet.count)] + packet
        return first + text("OggS\0\u{4}") + little(8, 40 << 6 | 10) + little(4, 7) + zeros(8) + [1, 4] + zeros(4)
    }

    /// - Parameter frame: the first chunk of a stream of H.264; without one there is none, and the codec is another.
    static func avi(_ frame: [UInt8] = []) -> [UInt8] {
        let main = little(4, 40_000) + zeros(12) + little(4, 50) + zeros(12) + little(4, 64) + little(4, 48) + zeros(16)
        let stream = Sound.chunk(
            "LIST", text("strl") + Sound.chunk("strh", text(frame.isEmpty ? "vidsXVID" : "vidsH264") + zeros(48)))
        let body =
            text("AVI ") + Sound.chunk("LIST", text("hdrl") + Sound.chunk("avih", main) + stream)
            + (frame.isEmpty ? [] : Sound.chunk("LIST", text("movi") + Sound.chunk("01wb", zeros(4)) + frame))
        return text("RIFF") + little(4, body.count) + body
    }

    /// A clean aperture in the middle.
    static func clap(_ width: Int, _ height: Int) -> [UInt8] {
        Movie.box("clap", [width, 1, height, 1, 0, 1, 0, 1].flatMap { big(4, $0) })
    }

    static func element(_ name: [UInt8], _ bodies: [UInt8]...) -> [UInt8] {
        let body = Array(bodies.joined())
        return name + [0x08] + big(4, body.count) + body
    }

    /// VP9 and Opus, two seconds, the last cluster from 1.5 seconds on.
    static func webm(
        duration: [UInt8] = element([0x44, 0x89], big(4, 0x44FA_0000)), picture: [UInt8] = [],
        codec: [UInt8] = element([0x86], text("V_VP9"))
    ) -> [UInt8] {
        let video = element([0xE0], element([0xB0], [64]), element([0xBA], [48]), picture)
        let audio = element([0xE1], element([0xB5], big(4, 0x473B_8000)), element([0x9F], [2]))
        let tracks = element(
            [0x16, 0x54, 0xAE, 0x6B],
            element([0xAE], element([0x83], [1]), codec, video),
            element([0xAE], element([0x83], [2]), element([0x86], text("A_OPUS")), audio))
        let clusters = [0, 1_500].map { element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], big(2, $0)), zeros(0)) }
        return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], text("webm")))
            + element(
                [0x18, 0x53, 0x80, 0x67], element([0x15, 0x49, 0xA9, 0x66], duration), tracks,
                Array(clusters.joined()))
    }

    /// Frames of AMR, of the narrow or the wide form, at their best quality.
    static func amr(isWide: Bool = false, frames: Int = 50) -> [UInt8] {
        let frame = isWide ? [8 << 3] + zeros(60) : [7 << 3] + zeros(31)
        return text(isWide ? "#!AMR-WB\n" : "#!AMR\n") + Array(repeatElement(frame, count: frames).joined())
    }

    /// An object of Windows Media: 16 bytes of a name, of which the first eight are given.
    static func object(_ name: UInt64, _ body: [UInt8]) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: name >> (8 * $0)) } + zeros(8) + little(8, 24 + body.count) + body
    }

    /// Windows Media with a sound, two seconds with a pause before them, and perhaps a picture of 64 by 48 pixels.
    static func windowsMedia(hasPicture: Bool = true, size: Int = 1_000, more: [UInt8] = []) -> [UInt8] {
        let file = object(
            0x11CF_A947_8CAB_DCA1,
            zeros(16) + little(8, size) + zeros(16) + little(8, 50_000_000) + zeros(8) + little(8, 3_000) + zeros(16))
        func stream(_ type: UInt64, _ format: [UInt8]) -> [UInt8] {
            let name = (0..<8).map { UInt8(truncatingIfNeeded: type >> (8 * $0)) }
            return object(0x11CF_A9B7_B7DC_0791, name + zeros(46) + format)
        }
        let sound = stream(0x11CF_5B4D_F869_9E40, little(2, 0x161) + little(2, 2) + little(4, 44_100) + zeros(10))
        let picture = stream(
            0x11CF_5B4D_BC19_EFC0, little(4, 64) + little(4, 48) + zeros(19) + text("WMV2") + zeros(20))
        let objects = file + sound + (hasPicture ? picture : []) + more
        let name: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11] + zeros(8)
        let head = name + little(8, 30 + objects.count) + zeros(6) + objects
        return head + zeros(max(0, 1_000 - head.count))
    }

    /// MPEG-1 with sound, 64 by 48 pixels, packets at 1 and 2 seconds.
    static func programStream(shape: UInt8 = 1, extensions: [UInt8] = []) -> [UInt8] {
        let pack = [0, 0, 1, 0xBA, 0x21] + zeros(7)
        let sequence: [UInt8] = [0, 0, 1, 0xB3, 4, 0, 48, shape << 4 | 3]
        return pack + packet(0xE0, 90_000, sequence + extensions) + packet(0xC0, 180_000, zeros(8))
    }

    private static func packet(_ stream: UInt8, _ time: Int, _ body: [UInt8]) -> [UInt8] {
        // Each part of the time is followed by a bit that is set.
        let parts = [time >> 30, (time >> 15) & 0x7FFF, time & 0x7FFF]
        let stamp = big(
            5, (2 << 36) | (parts[0] << 33) | (1 << 32) | (parts[1] << 17) | (1 << 16) | (parts[2] << 1) | 1)
        return [0, 0, 1, stream] + big(2, 5 + body.count) + stamp + body
    }
}
