internal import AttachmentModel
internal import Testing

struct MovieTests {
    typealias Track = Movie.Track

    static func turned(_ matrix: [Int]) -> Track {
        var track = Track.picture
        track.matrix = matrix
        return track
    }

    static func coded(_ entry: String, _ handler: String = "vide", parts: [UInt8] = [], samples: Int = 50) -> Track {
        Track(handler: handler, entry: entry, parts: parts, samples: samples)
    }

    static let lock = Movie.box("sinf", Movie.box("frma", text("avc1")))
    static let cover = coded("jpeg", samples: 1)
    static let notes = Movie.box(
        "udta",
        Movie.box("meta", zeros(4) + Movie.box("hdlr", zeros(25)), Movie.box("ilst", Movie.box("covr", zeros(8)))))

    static let rows = [
        FactRow("picture and sound", .mp4, Movie.file(.picture, .sound)) { $0.codecs = ["h264", "aac"] },
        FactRow("sound before picture", .mp4, Movie.file(.sound, .picture)) { $0.codecs = ["h264", "aac"] },
        FactRow("QuickTime", .mov, Movie.file(.picture, brand: "qt  ")),
        FactRow("QuickTime without a brand", .mov, Movie.movie([.picture]) + Movie.data),
        FactRow("3GPP", .threeGP, Movie.file(.picture, brand: "3gp5")),
        FactRow("a brand that clients do not look for", .mp4, Movie.file(.picture, brand: "iso5")) {
            $0.warnings = [.unusualBrand]
        },
        FactRow("a picture under the brand of sound", .mp4, Movie.file(.picture, brand: "M4A ")) {
            $0.warnings = [.unusualBrand]
        },
        FactRow("the index behind the data", .mp4, Movie.brand("isom") + Movie.data + Movie.movie([.picture])) {
            ($0.traits, $0.warnings) = ([.moovLast], [.moovLast])
        },
        FactRow("longer than is shown", .mp4, Movie.brand("isom") + Movie.movie([.picture], ticks: 30_101) + Movie.data)
        {
            ($0.duration, $0.warnings) = (30.101, [.longerThanShown])
        },
        FactRow("a quarter turn", .mp4, Movie.file(turned([0, 1, -1, 0]))) {
            ($0.width, $0.height, $0.orientation) = (48, 64, 6)
        },
        FactRow("a half turn", .mp4, Movie.file(turned([-1, 0, 0, -1]))) { $0.orientation = 3 },
        FactRow("three quarter turns", .mp4, Movie.file(turned([0, -1, 1, 0]))) {
            ($0.width, $0.height, $0.orientation) = (48, 64, 8)
        },
        FactRow("a quarter turn by an angle that was computed", .mp4, Movie.file(turned([-2, 300, -300, 2]))) {
            ($0.width, $0.height, $0.orientation) = (48, 64, 6)
        },
        FactRow("larger as a whole", .mp4, Movie.file(turned([2, 0, 0, 2]))),
        FactRow("turned by an eighth", .mp4, Movie.file(turned([7, 7, -7, 7]))) { $0.warnings = [.oddMatrix] },
        FactRow("turned a little", .mp4, Movie.file(turned([99, 5, -5, 99]))) { $0.warnings = [.oddMatrix] },
        FactRow("slanted", .mp4, Movie.file(turned([1, 0, 1, 1]))) { $0.warnings = [.oddMatrix] },
        FactRow("stretched one way", .mp4, Movie.file(turned([2, 0, 0, 1]))) { $0.warnings = [.oddMatrix] },
        FactRow("pressed to a line", .mp4, Movie.file(turned([0, 1, 0, 1]))) { $0.warnings = [.oddMatrix] },
        FactRow("turned to nothing", .mp4, Movie.file(turned([0, 0, 0, 0]))) { $0.warnings = [.oddMatrix] },
        FactRow(
            "the last frame a little over", .mp4,
            Movie.brand("isom") + Movie.movie([.picture], ticks: 30_100) + Movie.data
        ) { $0.duration = 30.1 },
        FactRow("no size in the track", .mp4, Movie.file(Track(size: (0, 0)))),
        FactRow("HEVC as Apple tags it", .mp4, Movie.file(coded("hvc1"))) { $0.codecs = ["hevc"] },
        FactRow("HEVC as Apple does not", .mp4, Movie.file(coded("hev1"))) { $0.codecs = ["hev1"] },
        FactRow("AV1", .mp4, Movie.file(coded("av01"))) { $0.codecs = ["av1"] },
        FactRow("MPEG-2 by its descriptor", .mp4, Movie.file(coded("mp4v", parts: Movie.descriptor(0x61)))) {
            $0.codecs = ["mpeg2"]
        },
        FactRow("a codec without a name of ours", .mp4, Movie.file(coded("SVQ3"))) { $0.codecs = ["SVQ3"] },
        FactRow(
            "a fragmented movie", .mp4,
            Movie.brand("isom") + Movie.movie([Track(samples: 0)], ticks: 0, Movie.box("mvex", []))
                + Movie.fragment(from: 0) + Movie.fragment(from: 2_000)
        ) {
            ($0.duration, $0.traits) = (3, [.fragmented])
        },
        FactRow(
            "a place in the user data", .mp4,
            Movie.brand("isom") + Movie.movie([.picture], Movie.box("udta", Movie.box("©xyz", zeros(8)))) + Movie.data
        ) {
            $0.traits = [.metadata]
        },
        FactRow("cut before the index", .mp4, Movie.brand("isom") + Movie.data) {
            $0 = MediaFacts(kind: .mp4, bytes: $0.bytes)
            $0.wholeness = .truncated
        },
        FactRow("the last sample beyond the end", .mp4, Movie.file(Track(sampleSize: 20))) {
            $0.wholeness = .truncated
        },
        FactRow("the data cut short", .mp4, Movie.file(.picture).dropLast() + []) { $0.wholeness = .truncated },
        FactRow("chunks beyond the end", .mp4, Movie.file(Track(chunk: 90_000))) { $0.wholeness = .truncated },
        FactRow(
            "a data box of 64 bits", .mp4,
            Movie.brand("isom") + Movie.movie([.picture]) + big(4, 1) + text("mdat") + big(8, 80) + zeros(64)),
        FactRow(
            "a data box down to the end", .mp4,
            Movie.brand("isom") + Movie.movie([.picture]) + big(4, 0) + text("mdat") + zeros(64)),
        FactRow(
            "a box shorter than its head", .mp4,
            Movie.brand("isom") + Movie.movie([.picture]) + big(4, 7) + text("free")
        ) { $0.wholeness = .corrupt },
        FactRow("something else behind the end", .mp4, Movie.file(.picture) + [0, 0, 0, 9, 0, 1, 2, 3, 4]) {
            ($0.traits, $0.warnings) = ([.trailingBytes], [.trailingBytes])
        },
        FactRow("words behind the end", .mp4, Movie.file(.picture) + text("<html>not found</html>")) {
            ($0.traits, $0.warnings) = ([.trailingBytes], [.trailingBytes])
        },
        FactRow("zeros behind the end", .mp4, Movie.file(.picture) + zeros(50)) {
            ($0.traits, $0.warnings) = ([.trailingBytes], [.trailingBytes])
        },
        FactRow("the data cut short", .mp4, Movie.file(.picture) + big(4, 500) + text("mdat") + zeros(9)) {
            $0.wholeness = .truncated
        },
        FactRow("one of two tracks locked", .mp4, Movie.file(coded("encv", parts: lock), .sound)) {
            ($0.codecs, $0.traits) = (["h264", "aac"], [.encrypted])
        },
        FactRow("no index", .mp4, Movie.brand("isom") + Movie.data) {
            ($0.width, $0.height, $0.frames, $0.duration, $0.codecs, $0.wholeness) = (
                nil, nil, nil, nil, [], .truncated
            )
        },
    ]

    static let soundRows = [
        FactRow("M4A", .m4a, Movie.file(.sound, brand: "M4A ")) { ($0.codecs, $0.duration) = (["aac"], 2) },
        FactRow("sound under the brand of movies", .m4a, Movie.file(.sound)) {
            ($0.codecs, $0.duration, $0.warnings) = (["aac"], 2, [.unusualBrand])
        },
        FactRow("ALAC", .m4a, Movie.file(coded("alac", "soun"), brand: "M4A ")) {
            ($0.codecs, $0.duration) = (["alac"], 2)
        },
        FactRow("MP3 inside", .m4a, Movie.file(coded("mp4a", "soun", parts: Movie.descriptor(0x6B)), brand: "M4A ")) {
            ($0.codecs, $0.duration) = (["mp3"], 2)
        },
        FactRow("a cover as a track", .m4a, Movie.file(.sound, cover, brand: "M4A ")) {
            ($0.codecs, $0.duration, $0.traits) = (["aac"], 2, [.coverArt])
        },
        FactRow("a cover among the notes", .m4a, Movie.file(.sound, brand: "M4A ", more: notes)) {
            ($0.codecs, $0.duration, $0.traits) = (["aac"], 2, [.coverArt])
        },
    ]

    @Test(arguments: rows + soundRows)
    func `a movie's boxes give its facts`(row: FactRow) throws {
        try row.check()
    }

    @Test func `an index that the file's end cuts short is not called a contradiction`() throws {
        let whole = Movie.brand("isom") + Movie.data + Movie.movie([.picture])
        #expect(try facts(whole).wholeness == .complete)
        for missing in [1, 9, 80, 200] {
            #expect(try facts(whole.dropLast(missing) + []).wholeness == .truncated)
        }
    }

    @Test func `a movie all of whose tracks are locked is encrypted`() throws {
        #expect(try facts(Movie.file(Self.coded("encv", parts: Self.lock))).traits.contains(.encrypted))
    }

    @Test(arguments: [Movie.file(), Movie.file(Track(samples: 0)), Movie.file(Movie.Track(handler: "text"))])
    func `a movie without a sample to show holds no picture`(file: [UInt8]) throws {
        #expect(try facts(file).traits.contains(.noPicture))
    }

    @Test func `pixels that are not square count where the head tells the coded size`() throws {
        let shape = Movie.box("pasp", big(4, 4), big(4, 3))
        let found = try facts(Movie.file(Movie.Track(parts: shape)))
        #expect(found.width == 85 && found.height == 48)
        let told = try facts(Movie.file(Movie.Track(parts: shape, size: (86, 48))))
        #expect(told.width == 86)
    }

    @Test(arguments: ["mvhd", "mdhd"])
    func `a clock whose ticks have no length is corrupt`(name: String) throws {
        var file = Movie.file(.picture)
        let place = try #require(file.indices.first { file[$0...].starts(with: Array(name.utf8)) })
        file.replaceSubrange((place + 16)..<(place + 20), with: zeros(4))
        #expect(try facts(file).wholeness == .corrupt)
    }

    @Test(arguments: [0, 1])
    func `media that lie in another file are none of this one`(flag: Int) throws {
        let references = Movie.box("dref", big(4, 0), big(4, 1), Movie.box("url ", big(4, flag)))
        let file = Movie.file(Movie.Track(information: Movie.box("dinf", references)))
        #expect(try facts(file).traits.contains(.noPicture) == (flag == 0))
    }

    @Test func `a header of fragments that are to follow holds nothing that plays`() throws {
        var track = Movie.Track.picture
        track.samples = 0
        let promised = Movie.box("mvex", Movie.box("mehd", big(4, 0) + big(4, 2_000)))
        let read = try facts(Movie.brand("iso5") + Movie.movie([track], promised))
        #expect(read.traits.contains(.noPicture) && read.wholeness == .complete)
    }

    @Test func `a packed index is a variant that nobody here reads`() throws {
        let index = Movie.box("moov", Movie.box("cmov", Movie.box("dcom", text("zlib"))))
        let read = try facts(Movie.brand("qt  ") + Movie.data + index)
        #expect(read.kind == .mov && read.wholeness == .complete)
        #expect(read.traits.contains(.undecodable) && !read.traits.contains(.noPicture))
    }

    @Test(arguments: [(1, true), (2, false), (0x7FFF_FFFF, false)])
    func `a list of times that claims more than it has is refused`(count: Int, isWhole: Bool) throws {
        let times = Movie.box("stts", big(4, 0), big(4, count), big(4, 50), big(4, 40))
        #expect(try (facts(Movie.file(Movie.Track(times: times))).wholeness == .complete) == isWhole)
    }

    /// Where the first of a box's numbers of four bytes stands behind its name, and what is put there.
    static let damages: [(name: String, number: Int, value: Int)] = [
        ("stsc", 0, 0), ("stsc", 0, 2), ("stsc", 1, 2), ("stsc", 2, 0), ("stsc", 2, 49), ("stsc", 3, 0), ("stsc", 3, 2),
        ("stco", 0, 0), ("stco", 0, 2), ("stsz", 1, 51), ("stts", 0, 3), ("stss", 0, 9), ("stss", 2, 1), ("ctts", 0, 2),
    ]

    /// A movie with key frames and delays, one number of whose tables is another.
    private static func damaged(_ name: String, _ number: Int, _ value: Int, handler: String = "vide") throws -> [UInt8]
    {
        let tables =
            Movie.box("stts", zeros(4) + big(4, 1) + big(4, 50) + big(4, 40))
            + Movie.box("stss", zeros(4) + big(4, 2) + big(4, 1) + big(4, 26))
            + Movie.box("ctts", zeros(4) + big(4, 1) + big(4, 50) + big(4, 0))
        var bytes = Movie.file(Movie.Track(handler: handler, times: tables), .sound)
        let mark = text(name)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) }) + 8 + 4 * number
        bytes.replaceSubrange(place..<(place + 4), with: big(4, value))
        return bytes
    }

    @Test(arguments: damages)
    func `tables that contradict each other are refused`(damage: (name: String, number: Int, value: Int)) throws {
        #expect(try facts(Self.damaged(damage.name, damage.number, damage.value)).wholeness == .corrupt)
        // What is neither seen nor heard is left out.
        let other = try facts(Self.damaged(damage.name, damage.number, damage.value, handler: "text"))
        #expect(other.wholeness == .complete)
    }

    @Test func `a sample that lies beyond the end of the file is missing`() throws {
        #expect(try facts(Self.damaged("stco", 1, 40)).wholeness == .complete)
        #expect(try facts(Self.damaged("stco", 1, 100_000)).wholeness == .truncated)
        #expect(try facts(Self.damaged("stsz", 0, 100_000)).wholeness == .truncated)
    }

    /// A list of one edit that begins at a tick of the track; -1 is a pause.
    @Test(arguments: [(0, true), (2_000, true), (2_900, true), (3_100, false), (-1, true)])
    func `an edit that begins behind its track is refused`(start: Int, isWhole: Bool) throws {
        for isLong in [false, true] {
            let length = isLong ? 8 : 4
            let edit = big(length, 2_000) + (isLong ? big(4, start >> 32) : []) + big(4, start) + big(4, 1 << 16)
            let edits = Movie.box("edts", Movie.box("elst", [isLong ? 1 : 0, 0, 0, 0] + big(4, 1) + edit))
            let track = Movie.track(.picture, number: 1)
            let edited = Movie.box("trak", Array(track.dropFirst(8)), edits)
            let movie = Movie.box("moov", Movie.clock("mvhd", ticks: 2_000), edited)
            let read = try facts(Movie.brand("isom") + movie + Movie.data)
            #expect((read.wholeness == .complete) == isWhole)
        }
    }

    @Test func `a track of pictures without any is none`() throws {
        var empty = Movie.Track.picture
        empty.samples = 0
        let read = try facts(Movie.file(empty, .sound))
        #expect(read.kind == .m4a && read.codecs == ["aac"] && read.tracks.map(\.role) == [.other, .sound])
    }

    @Test func `a track without a number is refused`() throws {
        let movie = Movie.box("moov", Movie.clock("mvhd", ticks: 2_000), Movie.track(.picture, number: 0))
        #expect(try facts(Movie.brand("isom") + movie + Movie.data).wholeness == .corrupt)
    }

    @Test func `a picture of no size, and a sound that is not described, are refused`() throws {
        var entry = Movie.file(.picture)
        let place = try #require(entry.indices.first { entry[$0...].starts(with: text("avc1")) }) + 4 + 24
        entry.replaceSubrange(place..<(place + 2), with: [0, 0])
        #expect(try facts(entry).wholeness == .corrupt)
        let broken = Movie.box("esds", zeros(4) + [7, 3] + zeros(20))
        #expect(try facts(Movie.file(Self.coded("mp4a", "soun", parts: broken))).wholeness == .corrupt)
    }
}
