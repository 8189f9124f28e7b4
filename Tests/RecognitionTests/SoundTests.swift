internal import AttachmentModel
internal import Testing

struct SoundTests {
    static let twentyFrames = 20 * 1_152 / 44_100.0
    static let mp3 = Sound.repeated(Sound.mp3Frame)
    static let adts = Sound.repeated(Sound.adtsFrame)

    static func named(_ codec: String, _ duration: Double, _ facts: inout MediaFacts) {
        (facts.codecs, facts.duration) = ([codec], duration)
    }

    static let frameRows = [
        FactRow("MP3 with a tag", .mp3, Sound.tag() + mp3) { named("mp3", twentyFrames, &$0) },
        FactRow("MP3 without a tag", .mp3, mp3) {
            named("mp3", twentyFrames, &$0)
            $0.warnings = [.mp3WithoutID3]
        },
        FactRow("a tag longer than it says", .mp3, Sound.tag(zeros(5_120), claiming: 4_086) + mp3) {
            named("mp3", twentyFrames, &$0)
        },
        FactRow("a tag that says it is longer than the file", .mp3, Sound.tag(claiming: 1 << 27) + mp3) {
            named("mp3", twentyFrames, &$0)
        },
        FactRow("a stray ADTS header in the tag's wake", .mp3, Sound.tag() + [0xFF, 0xF0, 0x41] + zeros(40) + mp3) {
            named("mp3", twentyFrames, &$0)
        },
        FactRow("a cover", .mp3, Sound.tag(text("APIC") + big(4, 4) + zeros(6)) + mp3) {
            named("mp3", twentyFrames, &$0)
            $0.traits = [.coverArt]
        },
        FactRow("a count of frames", .mp3, Sound.tag() + Sound.index(frames: 20) + mp3) {
            named("mp3", twentyFrames, &$0)
        },
        FactRow("a count of more frames than there are", .mp3, Sound.tag() + Sound.index(frames: 40) + mp3) {
            named("mp3", 2 * twentyFrames, &$0)
            $0.wholeness = .truncated
        },
        FactRow("tags at the end", .mp3, Sound.tag() + mp3 + text("TAG") + zeros(125)) {
            named("mp3", twentyFrames, &$0)
        },
        FactRow("cut in the last frame", .mp3, Sound.tag() + mp3.dropLast(9)) {
            named("mp3", 19 * 1_152 / 44_100.0, &$0)
            $0.warnings = [.endMissing]
        },
        FactRow("cut in the header of the last frame", .mp3, Sound.tag() + mp3.dropLast(414)) {
            named("mp3", 19 * 1_152 / 44_100.0, &$0)
            $0.warnings = [.endMissing]
        },
        FactRow("cut in the last of the counted frames", .mp3, Sound.tag() + Sound.index(frames: 20) + mp3.dropLast(9))
        {
            named("mp3", twentyFrames, &$0)
            $0.warnings = [.endMissing]
        },
        FactRow(
            "cut in the last frame but one of those that are counted", .mp3,
            Sound.tag() + Sound.index(frames: 20) + mp3.dropLast(426)
        ) {
            named("mp3", twentyFrames, &$0)
            $0.wholeness = .truncated
        },
        FactRow("bare AAC cut in the last frame", .adts, adts.dropLast(3) + []) {
            named("aac", 19 * 1_024 / 44_100.0, &$0)
            $0.wholeness = .truncated
        },
        FactRow("a page behind the end", .mp3, Sound.tag() + mp3 + text("<html>not found</html>")) {
            named("mp3", twentyFrames, &$0)
            ($0.traits, $0.warnings) = ([.trailingBytes], [.trailingBytes])
        },
        FactRow("a tag and nothing else", .mp3, Sound.tag()) { $0.wholeness = .truncated },
        FactRow("bare AAC", .adts, adts) { named("aac", 20 * 1_024 / 44_100.0, &$0) },
        FactRow("bare AAC behind a tag of MP3", .adts, Sound.tag(zeros(600)) + adts) {
            named("aac", 20 * 1_024 / 44_100.0, &$0)
        },
    ]

    static let chunkRows = [
        FactRow("PCM", .wav, Sound.wave(Sound.format(1), Sound.chunk("data", zeros(8_000)))) { named("pcm", 0.5, &$0) },
        FactRow("floating point", .wav, Sound.wave(Sound.format(3), Sound.chunk("data", zeros(8_000)))) {
            named("pcm-float", 0.5, &$0)
        },
        FactRow(
            "ADPCM by its count of samples", .wav,
            Sound.wave(Sound.format(0x11), Sound.chunk("fact", little(4, 2_000)), Sound.chunk("data", zeros(8_000)))
        ) {
            named("adpcm-ima", 0.25, &$0)
        },
        FactRow(
            "the extensible form", .wav,
            Sound.wave(
                Sound.format(0xFFFE, more: zeros(8) + little(2, 3) + zeros(14)), Sound.chunk("data", zeros(8_000)))
        ) {
            named("pcm-float", 0.5, &$0)
        },
        FactRow(
            "data beyond the end", .wav, Sound.wave(Sound.format(1), Sound.chunk("data", zeros(8_000), size: 16_000))
        ) {
            named("pcm", 0.5, &$0)
            $0.wholeness = .truncated
        },
        FactRow(
            "a length left open", .wav,
            Sound.wave(Sound.format(1), Sound.chunk("data", zeros(8_000), size: 0xFFFF_FFFF))
        ) {
            named("pcm", 0.5, &$0)
            $0.traits = [.openLength]
        },
        FactRow(
            "RF64", .wav,
            Sound.wave(
                Sound.chunk("ds64", little(8, 9_000) + little(8, 8_000) + zeros(12)), Sound.format(1),
                Sound.chunk("data", zeros(8_000), size: 0xFFFF_FFFF), Sound.chunk("id3 ", zeros(4)), name: "RF64")
        ) {
            named("pcm", 0.5, &$0)
            $0.traits = [.openLength]
        },
        FactRow("no data", .wav, Sound.wave(Sound.format(1))) { ($0.codecs, $0.wholeness) = (["pcm"], .truncated) },
        FactRow("AIFF", .aiff, Sound.aiff()) { named("pcm", 0.5, &$0) },
        FactRow("AIFF-C, little end first", .aiff, Sound.aiff("AIFC", codec: "sowt\0\0")) { named("pcm", 0.5, &$0) },
        FactRow("AIFF-C, packed", .aiff, Sound.aiff("AIFC", codec: "ima4\0\0")) { named("adpcm-ima", 32, &$0) },
        FactRow("AIFF cut short", .aiff, Sound.aiff(dataSize: 160)) {
            named("pcm", 0.5, &$0)
            $0.wholeness = .truncated
        },
    ]

    @Test(arguments: frameRows + chunkRows)
    func `frames and chunks give a sound's facts`(row: FactRow) throws {
        try row.check()
    }

    static let chances: [(String, [UInt8])] = [
        ("layer II behind junk", text("junk") + Sound.repeated([0xFF, 0xFD, 0x80, 0] + zeros(413))),
        ("layer I behind junk", text("junk") + Sound.repeated([0xFF, 0xF7, 0x80, 0] + zeros(272))),
        ("free format behind junk", text("junk") + Sound.repeated([0xFF, 0xFB, 0, 0] + zeros(496))),
        ("five frames behind junk", text("junk") + Sound.repeated(Sound.mp3Frame, 5) + text("and so on")),
        ("frames in a larger file", text("junk") + mp3 + [UInt8](repeating: 7, count: 20_000)),
        (
            "the beginning of a header, and frames behind it",
            Array(Sound.mp3Frame.prefix(9)) + Sound.repeated(Sound.mp3Frame, 4) + [UInt8](repeating: 7, count: 99)
        ),
    ]

    @Test(arguments: chances) func `frames that chance explains are no MP3`(words: String, bytes: [UInt8]) throws {
        #expect(try facts(bytes).kind == .unknown, "\(words)")
    }

    @Test func `an index says where the frames begin, whatever follows it`() throws {
        let read = try facts(Sound.tag() + Sound.index(frames: 8_000) + zeros(99) + Self.mp3)
        #expect(read.wholeness == .truncated)
        #expect(read.tracks.first?.samples == 8_000)
    }

    @Test func `a WAV whose lengths were never filled in plays to the end of the file`() throws {
        let head = text("RIFF") + zeros(4) + text("WAVE") + Sound.format(1)
        let read = try facts(head + text("data") + zeros(4) + zeros(4_410))
        #expect(read.wholeness == .complete && read.traits == [.openLength])
        #expect(read.duration ?? 0 > 0)
        // Where the file's own length is there, the sound's is meant as it stands.
        let silent = try facts(text("RIFF") + little(4, 36) + text("WAVE") + Sound.format(1) + text("data") + zeros(4))
        #expect(silent.traits.isEmpty && silent.duration ?? 0 == 0)
    }

    @Test func `a lone frame header is no MP3`() throws {
        let read = try facts(Sound.mp3Frame + text("and so on, but never another frame"))
        #expect(read.kind == .unknown)
    }

    @Test(arguments: [(0, 8_000), (65, 8_000), (65_535, 8_000), (2, 0), (2, 1), (2, 999), (2, 768_001)])
    func `a WAV that no player opens is corrupt`(channels: Int, rate: Int) throws {
        let format =
            little(2, 1) + little(2, channels) + little(4, rate) + little(4, 16_000) + little(2, 2) + little(2, 16)
        let file = Sound.wave(Sound.chunk("fmt ", format), Sound.chunk("data", zeros(8)))
        #expect(try facts(file).wholeness == .corrupt)
    }

    @Test func `a WAV plays for as long as its samples do, whatever it says of its bytes a second`() throws {
        let format = little(2, 1) + little(2, 1) + little(4, 8_000) + little(4, 1) + little(2, 2) + little(2, 16)
        #expect(try facts(Sound.wave(Sound.chunk("fmt ", format), Sound.chunk("data", zeros(8_000)))).duration == 0.5)
    }

    @Test func `a WAV with data before its format is corrupt`() throws {
        #expect(try facts(Sound.wave(Sound.chunk("data", zeros(8)), Sound.format(1))).wholeness == .corrupt)
    }
}
