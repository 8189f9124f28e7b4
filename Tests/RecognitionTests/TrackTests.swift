internal import AttachmentModel
internal import Testing

/// What is told of each track.
struct TrackTests {
    static let levels: [([UInt8], String, Double)] = [
        ([UInt8]([1, 66, 0xC0, 30]), "constrained baseline", 3.0), ([1, 77, 0, 31], "main", 3.1),
        ([1, 100, 0, 52], "high", 5.2),
        ([1, 110, 0, 40], "high 10", 4.0),
    ]

    @Test(arguments: levels)
    func `H.264 tells profile and level`(row: ([UInt8], String, Double)) throws {
        let track = try facts(Movie.file(MovieTests.coded("avc1", parts: Movie.box("avcC", row.0)))).tracks.first
        #expect(track?.profile == row.1)
        #expect(track?.level == row.2)
    }

    @Test func `a movie tells of its picture and its sound`() throws {
        let tracks = try facts(Movie.file(MovieTests.turned([0, 1, -1, 0]), .sound)).tracks
        #expect(tracks.map(\.role) == [.picture, .sound])
        #expect(tracks.map(\.tag) == ["avc1", "mp4a"])
        #expect(tracks.first.map { [$0.width, $0.height, $0.orientation] } == [48, 64, 6])
        #expect(tracks.map(\.duration) == [2, 2])
        #expect(tracks.map(\.samples) == [50, 90])
    }

    @Test(arguments: [1, 2, 6]) func `the channels of AAC are those of its own configuration`(channels: Int) throws {
        // AAC-LC at 44.1 kHz.
        let own = big(2, (2 << 11) | (4 << 7) | (channels << 3))
        let body = [3, 25, 0, 0, 0, 4, 17, 0x40] + zeros(12) + [5, 2] + own
        let parts = Movie.box("esds", zeros(4) + body)
        let track = try facts(Movie.file(MovieTests.coded("mp4a", "soun", parts: parts))).tracks.first
        #expect(track?.channels == channels)
    }

    @Test func `a packed WAV may leave its byte rate open`() throws {
        let format = Sound.chunk("fmt ", little(2, 0x55) + little(2, 1) + little(4, 8_000) + zeros(8))
        let read = try facts(Sound.wave(format, Sound.chunk("data", zeros(100))))
        #expect(read.codecs == ["mp3"])
        #expect(read.duration == nil)
    }

    @Test func `pictures of chapters are no movie`() throws {
        let pictures = MovieTests.coded("jpeg", samples: 5)
        let sound = Movie.track(.sound, number: 1)
        // The sound's track, with a reference to the second one put behind it.
        let named = Movie.box("trak", Array(sound.dropFirst(8)), Movie.box("tref", Movie.box("chap", big(4, 2))))
        let movie = Movie.box("moov", Movie.clock("mvhd", ticks: 2_000), named, Movie.track(pictures, number: 2))
        let read = try facts(Movie.brand("M4A ") + movie + Movie.data)
        #expect(read.kind == .m4a)
        #expect(read.tracks.map(\.role) == [.sound, .cover])
    }

    @Test(arguments: [(16, TrackFacts.LightRange.pq), (18, .hlg), (1, nil), (14, nil)])
    func `the box of colours tells of more light than usual`(curve: Int, range: TrackFacts.LightRange?) throws {
        let colours = Movie.box("colr", text("nclx") + big(2, 9) + big(2, curve) + big(2, 9) + [0])
        let parts = Movie.box("hvcC", zeros(23)) + colours
        #expect(try facts(Movie.file(MovieTests.coded("hvc1", parts: parts))).tracks.first?.range == range)
    }

    @Test func `WebM tells its light and the shape of its pixels`() throws {
        let colours = Other.element([0x55, 0xB0], Other.element([0x55, 0xBA], [18]))
        let shape =
            Other.element([0x54, 0xB0], [16]) + Other.element([0x54, 0xBA], [9]) + Other.element([0x54, 0xB2], [3])
        let read = try facts(Other.webm(picture: colours + shape))
        #expect(read.tracks.first?.range == .hlg)
        #expect([read.width, read.height] == [85, 48])
    }

    private static let mark: [UInt8] = [0, 0, 0, 1]
    private static let much: Head.Colours = (9, 18, 9, false)

    @Test(arguments: [
        (0x24, "hevc", "main 10", mark + Head.hevc(much)),
        (0x1B, "h264", "high 10", mark + [9, 0xF0] + mark + Head.h264(much)),
    ])
    func `a transport stream tells its tracks and the head of its pictures`(
        type: Int, codec: String, profile: String, pictures: [UInt8]
    ) throws {
        for times in [0, 4] {
            let read = try facts(Other.transportStream(pictures, type: type, times: times, private: [0x6A, 1, 0]))
            #expect(read.kind == .transportStream && read.wholeness == .complete)
            #expect(read.codecs == [codec, "ac3"] && read.tracks.map(\.role) == [.picture, .sound, .sound])
            let picture = read.tracks.first
            #expect(picture?.range == .hlg && picture?.profile == profile)
            // Its pixels are a third wider than high.
            #expect([read.width, read.height] == [80, 44] && picture?.width == 80)
        }
    }

    @Test func `a transport stream whose head is not found tells its tracks alone`() throws {
        let read = try facts(Other.transportStream(Self.mark + [0x26, 1, 7], private: [0x59, 1, 0]))
        #expect(read.codecs == ["hevc", "aac"] && read.width == nil && read.tracks.first?.colours == nil)
        let bare = try facts(Array(Other.transportStream([]).prefix(188)) + Other.transportStream([]).suffix(188 * 2))
        #expect(bare.tracks == [] && bare.wholeness == .complete)
    }

    @Test func `an AVI has the colours of its first frame's head`() throws {
        let frame = Sound.chunk("00dc", Self.mark + Head.h264(Self.much))
        #expect(try facts(Other.avi(frame)).tracks.first?.range == .hlg)
        #expect(try facts(Other.avi(Sound.chunk("00dc", zeros(9)))).tracks.first?.colours == nil)
    }

    @Test(arguments: [(1, 64), (2, 64), (3, 85), (4, 106), (9, 64)])
    func `MPEG-2 tells the shape of its picture`(number: UInt8, width: Int) throws {
        let stream = Other.programStream(shape: number, extensions: [0, 0, 1, 0xB5, 0x14, 0])
        #expect(try facts(stream).width == width)
    }

    @Test func `a codec of Matroska in the form of Windows has its name inside`() throws {
        let setup = zeros(16) + text("FFV1") + zeros(20)
        let codec = Other.element([0x63, 0xA2], setup) + Other.element([0x86], text("V_MS/VFW/FOURCC"))
        let track = try #require(try facts(Other.webm(codec: codec)).tracks.first)
        #expect(track.codec == "ffv1" && track.tag == "FFV1")
        let bare = try facts(Other.webm(codec: Other.element([0x86], text("V_MS/VFW/FOURCC"))))
        #expect(bare.tracks.first?.codec == "v_ms/vfw/fourcc")
    }

    @Test(arguments: [
        ("V_MPEG4/ISO/AVC", [1, 110, 0, 31], "high 10", 3.1),
        ("V_MPEGH/ISO/HEVC", [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 120], "main 10", 4),
    ])
    func `the setup of a codec in Matroska tells its profile`(
        name: String, setup: [UInt8], profile: String, level: Double
    ) throws {
        let codec = Other.element([0x86], text(name)) + Other.element([0x63, 0xA2], setup)
        let track = try #require(try facts(Other.webm(codec: codec)).tracks.first)
        #expect(track.profile == profile && track.level == level)
    }

    @Test func `WebM tells its tracks, size and duration`() throws {
        let read = try facts(Other.webm())
        #expect(read.codecs == ["vp9", "opus"])
        #expect([read.width, read.height] == [64, 48])
        #expect(read.duration == 2)
        #expect(read.tracks.last?.sampleRate == 48_000)
        #expect(try facts(Other.webm().dropLast() + []).wholeness == .truncated)
    }

    @Test func `a WebM without a duration goes by its last cluster`() throws {
        #expect(try facts(Other.webm(duration: [])).duration == 1.5)
    }

    @Test func `a program stream tells size, codecs and duration`() throws {
        let read = try facts(Other.programStream())
        #expect(read.codecs == ["mpeg1", "mp2"])
        #expect([read.width, read.height] == [64, 48])
        #expect(read.duration == 1)
    }

    static let frames: [([UInt8], Int, String, Int, Int)] = [
        // Layer II at 128 kb/s and 44.1 kHz, layer I at 128 kb/s, MPEG-2.5 at 8 kHz.
        ([0xFF, 0xFD, 0x80, 0], 417, "mp2", 44_100, 1_152), ([0xFF, 0xF7, 0x80, 0], 276, "mp1", 22_050, 384),
        ([0xFF, 0xE3, 0x48, 0], 288, "mp3", 8_000, 576), ([0xFF, 0xFB, 0, 0], 500, "mp3-free-format", 44_100, 1_152),
    ]

    @Test(arguments: frames)
    func `layers, versions and free format are told apart`(row: ([UInt8], Int, String, Int, Int)) throws {
        let read = try facts(Sound.tag() + Sound.repeated(row.0 + zeros(row.1 - 4)))
        #expect(read.codecs == [row.2])
        // Nothing here decodes free format.
        #expect(read.traits.contains(.undecodable) == (row.0[2] == 0))
        #expect(read.tracks.first?.sampleRate == row.3)
        #expect(read.tracks.first?.samples == 20)
        #expect(read.duration == Double(20 * row.4) / Double(row.3))
    }

    static let shapes: [([[UInt8]], [Int], Int)] = [
        ([Other.clap(32, 24)], [32, 24], 1), ([Other.clap(32, 24), Movie.box("irot", [1])], [24, 32], 8),
        ([Movie.box("irot", [1]), Movie.box("imir", [1])], [48, 64], 7), ([Movie.box("imir", [0])], [64, 48], 4),
        ([Other.clap(65, 24)], [64, 48], 1),
    ]

    @Test(arguments: shapes)
    func `what changes an item's shape is applied in order`(row: ([[UInt8]], [Int], Int)) throws {
        let read = try facts(Other.item(shaped: row.0))
        #expect([read.width, read.height] == row.1)
        #expect(read.orientation == row.2)
    }
}
