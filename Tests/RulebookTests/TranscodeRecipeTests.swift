import AttachmentModel
import Rulebook
import TestSupport
import Testing

struct TranscodeRecipeTests {
    private func movie(
        _ width: Int = 1920, _ height: Int = 1080, seconds: Double? = 10, framesPerSecond: Double = 30,
        bytes: Int = 60_000_000,
        kind: MediaKind = .matroska, codecs: [String] = ["vp9", "opus"], channels: Int = 2
    ) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: bytes)
        (facts.width, facts.height, facts.duration, facts.codecs) = (width, height, seconds, codecs)
        var picture = TrackFacts(.picture, codec: codecs[0])
        (picture.duration, picture.samples) = (seconds, seconds.map { Int($0 * framesPerSecond) })
        facts.tracks = [picture]
        if codecs.count > 1 {
            var sound = TrackFacts(.sound, codec: codecs[1])
            (sound.channels, sound.sampleRate) = (channels, 48_000)
            facts.tracks.append(sound)
        }
        return facts
    }

    private func sound(seconds: Double?, channels: Int = 2, rate: Int = 44_100) -> MediaFacts {
        var facts = MediaFacts(kind: .flac, bytes: 9)
        facts.duration = seconds
        facts.codecs = ["flac"]
        var track = TrackFacts(.sound, codec: "flac")
        (track.channels, track.sampleRate) = (channels, rate)
        facts.tracks = [track]
        return facts
    }

    private func recipe(_ facts: MediaFacts, _ profile: AttachmentProfile = .push) throws -> TranscodeRecipe {
        try #require(try TranscodeRecipe(for: facts, profile: profile))
    }

    @Test(arguments: [
        (1920, 1080, 1280, 720), (1080, 1920, 720, 1280), (3840, 2160, 1280, 720), (640, 360, 640, 360),
        (641, 359, 640, 358), (321, 241, 320, 240), (1, 1, 2, 2), (4000, 20, 1280, 6), (1280, 720, 1280, 720),
    ])
    func `no side is over the profile's, and both are even`(width: Int, height: Int, toWidth: Int, toHeight: Int) throws
    {
        let box = try recipe(movie(width, height)).picture?.box
        #expect(box == PixelBox(width: toWidth, height: toHeight))
    }

    @Test func `the full size stays where the profile asks for it`() throws {
        let box = try recipe(movie(3840, 2160), .original).picture?.box
        #expect(box == PixelBox(width: 3840, height: 2160))
    }

    @Test func `a goal that is too small for the size makes the picture smaller`() throws {
        let box = try #require(try recipe(movie(seconds: 300), .original).picture?.box)
        let small = try #require(try recipe(movie(seconds: 3_000), .original).picture?.box)
        #expect(box.width < 1920 && small.width < box.width && small.width >= 96)
        #expect(abs(Double(box.width) / Double(box.height) - 16.0 / 9) < 0.02)
    }

    @Test(arguments: [
        (24.0, nil), (25, nil), (29.97, nil), (30, nil), (50, 25), (60, 30), (120, 30), (48, 24), (1_000_000, nil),
    ])
    func `only a part of many frames is kept, equally far apart`(rate: Double, kept: Double?) throws {
        let found = try recipe(movie(seconds: 100, framesPerSecond: rate)).picture?.rate
        #expect(found == kept || abs((found ?? 0) - (kept ?? 0)) < 0.01)
    }

    @Test func `where nobody knows the rate, the frames themselves decide`() throws {
        var facts = movie()
        facts.tracks[0].samples = nil
        let picture = try recipe(facts).picture
        #expect(picture?.rate == nil && picture?.mayBeFast == true)
    }

    /// What the encoder may use at most, with a second's bits in hand, stays within the goal.
    @Test(arguments: [1.0, 5, 10, 20, 30, 45, 300])
    func `bits of picture and sound together meet the goal`(seconds: Double) throws {
        for profile in [AttachmentProfile.push, .original] {
            let recipe = try recipe(movie(seconds: seconds), profile)
            let length = try #require(recipe.duration)
            let bits = Double(recipe.picture?.mostBits ?? 0) * (length + 1) + Double(recipe.sound?.bits ?? 0) * length
            #expect(bits / 8 <= Double(recipe.goal))
            #expect(recipe.picture?.mostBits ?? 0 >= 40_000)
        }
    }

    @Test(
        arguments: [
            (nil, 30.0, nil), (30.05, nil, 30.05), (31, 30, 30), (3_000, 30, 30), (10, nil, 10),
        ] as [(Double?, Double?, Double?)])
    func `what is not shown is left away`(seconds: Double?, end: Double?, duration: Double?) throws {
        let recipe = try recipe(movie(seconds: seconds))
        #expect(recipe.end == end && recipe.duration == duration)
        var keeping = AttachmentProfile.push
        keeping.movie = .keep
        #expect(try self.recipe(movie(seconds: seconds), keeping).end == nil)
    }

    @Test func `sound that is not there is not encoded, and what may be there is`() throws {
        #expect(try recipe(movie(codecs: ["vp9"])).sound == nil)
        #expect(try recipe(MediaFacts(kind: .transportStream, bytes: 9)).sound != nil)
    }

    @Test(arguments: [
        (10.0, 2, 160_000, 2), (60, 2, 128_000, 2), (100, 2, 64_000, 2), (200, 2, 32_000, 1), (10, 1, 96_000, 1),
        (10, 6, 160_000, 2), (1_000, 2, 32_000, 1),
    ])
    func `a sound has the rate that its goal allows`(seconds: Double, channels: Int, bits: Int, left: Int) throws {
        let sound = try #require(try recipe(sound(seconds: seconds, channels: channels)).sound)
        #expect((sound.bits, sound.channels) == (bits, left))
    }

    @Test(arguments: [
        (44_100, 44_100), (22_050, 44_100), (11_025, 44_100), (48_000, 48_000), (96_000, 48_000), (8_000, 48_000),
    ])
    func `samples are counted at a rate of their own family`(rate: Int, to: Int) throws {
        #expect(try recipe(sound(seconds: 10, rate: rate)).sound?.sampleRate == to)
    }

    @Test(arguments: [AttachmentProfile.push, .original])
    func `a sound that fits under no cap is cut, even where a movie would stay whole`(profile: AttachmentProfile) throws
    {
        #expect(try recipe(sound(seconds: 1_199), profile).end == nil)
        let cut = try recipe(sound(seconds: 1_201), profile)
        #expect(cut.end == 30 && cut.sound?.bits == 160_000)
    }

    @Test func `a sound that fits under no cap is refused where nothing may be cut`() throws {
        var profile = AttachmentProfile.push
        profile.movie = .refuse
        #expect(try recipe(sound(seconds: 1_199), profile).end == nil)
        let problem = #expect(throws: PreparationError.self) { try self.recipe(self.sound(seconds: 1_201), profile) }
        #expect(problem?.code == .mediaTooLong && problem?.message.hasSuffix("by trim for movies.") == true)
    }

    @Test func `sounds alone in a container of movies become a sound`() throws {
        var facts = MediaFacts(kind: .avi, bytes: 9)
        facts.tracks = [TrackFacts(.sound, codec: "mp3")]
        #expect(try recipe(facts).result == .m4a && recipe(facts).picture == nil)
        // What is told of no track shows only when it is decoded.
        let alone = try #require(try recipe(MediaFacts(kind: .transportStream, bytes: 9)).soundAlone)
        #expect(alone.result == .m4a && alone.picture == nil && alone.cap == 5_000_000 && alone.soundAlone == nil)
    }

    @Test(arguments: [("png", nil, true), ("h264", "high 4:4:4", true), ("h264", "high", false), ("rle ", nil, true)])
    func `codecs that may have red, green and blue are told apart`(codec: String, profile: String?, isRGB: Bool) throws
    {
        var facts = movie(codecs: [codec])
        facts.tracks[0].profile = profile
        #expect(try recipe(facts).picture?.isRGB == isRGB)
    }

    @Test func `a picture with more light says so, and what plays in Matroska stays`() throws {
        var facts = movie(codecs: ["hevc", "aac"])
        facts.bytes = 1_000_000
        facts.tracks[0].range = .pq
        let recipe = try recipe(facts)
        #expect(recipe.picture?.range == .pq && recipe.picture?.copiedAs == "hvc1" && recipe.isCopyingAll)
        facts.bytes = 7_500_001
        #expect(try self.recipe(facts).isCopyingPicture == false)
        facts.bytes = 9
        facts.kind = .avi
        #expect(try self.recipe(facts).isCopyingPicture == false)
    }

    /// The peak resident size of ffmpeg in MiB that was measured, made to 1280 pixels and in full size.
    struct Peak: Sendable {
        let codec: String
        var range: TrackFacts.LightRange?
        let height: Int
        let push: Int
        let original: Int?
    }

    private static func peaks(_ codec: String, range: TrackFacts.LightRange? = nil, _ measured: [(Int, Int?)]) -> [Peak]
    {
        zip([480, 720, 1_080, 2_160], measured).map { height, sizes in
            Peak(codec: codec, range: range, height: height, push: sizes.0, original: sizes.1)
        }
    }

    static let peaks: [Peak] =
        // The two larger ones with 16 frames that others refer to.
        peaks("h264", [(101, 101), (148, 148), (212, 297), (461, 949)])
        + peaks("hevc", range: .pq, [(122, 122), (194, 194), (230, 352), (408, nil)])
        + peaks("hevc", [(99, 99), (148, 147), (167, 252), (274, 768)])
        + peaks("vp9", [(93, 93), (137, 136), (149, 231), (209, 691)])
        + peaks("mpeg2", [(94, 94), (137, 137), (145, 230), (184, 677)])
        + peaks("mp4v", [(95, 95), (140, 140), (153, 238), (224, 715)])
        + peaks("prores", [(97, 95), (144, 140), (162, 248), (262, 759)])

    @Test(arguments: peaks) func `memory is never taken for less than it was, nor for much more`(peak: Peak) throws {
        var facts = movie(peak.height == 480 ? 854 : peak.height * 16 / 9, peak.height, codecs: [peak.codec])
        facts.tracks[0].range = peak.range
        for (profile, measured) in [(AttachmentProfile.push, Optional(peak.push)), (.original, peak.original)] {
            guard let measured else { continue }
            let share = Double(try recipe(facts, profile).memory(for: facts)) / Double(measured << 20)
            #expect((1...1.65).contains(share), "\(profile.name): \(share)")
        }
    }

    @Test func `more pixels take more memory, and no number is beyond counting`() throws {
        let small = try recipe(movie(640, 360)).memory(for: movie(640, 360))
        let large = try recipe(movie(3840, 2160)).memory(for: movie(3840, 2160))
        #expect(small > 80_000_000 && large > small && large < 2_000_000_000)
        let huge = movie(1 << 32, 1 << 32)
        #expect(try recipe(huge).memory(for: huge) > 0)
    }

    @Test func `pictures that stand still and foreign files are nothing for it`() throws {
        #expect(try TranscodeRecipe(for: MediaFacts(kind: .jpeg, bytes: 9), profile: .push) == nil)
        #expect(try TranscodeRecipe(for: MediaFacts(kind: .html, bytes: 9), profile: .push) == nil)
    }

    // MARK: Proof

    private func made(_ change: (inout MediaFacts) -> Void = { _ in }) -> MediaFacts {
        var facts = MediaFacts(kind: .mp4, bytes: 1_000)
        (facts.width, facts.height, facts.duration, facts.codecs) = (1280, 720, 10, ["h264", "aac"])
        change(&facts)
        return facts
    }

    @Test func `what was encoded is proven against its recipe`() async throws {
        let plan = RenderPlan(instead: try recipe(movie()))
        let limits = SourceLimits()
        try plan.prove(made(), limits: limits)
        let faults: [(PreparationError.Code, (inout MediaFacts) -> Void)] = [
            (.internalFault, { $0.codecs = ["hevc", "aac"] }), (.internalFault, { $0.width = 1_281 }),
            (.internalFault, { $0.width = 1_290 }), (.internalFault, { $0.kind = .m4a }),
            (.internalFault, { $0.orientation = 6 }), (.internalFault, { $0.traits = [.moovLast] }),
            (.internalFault, { $0.carried = [.tags] }), (.mediaTruncated, { $0.duration = 7 }),
            (.renderCapUnreachable, { $0.bytes = 50_000_001 }),
        ]
        for (code, change) in faults {
            #expect(await problemCode { try plan.prove(self.made(change), limits: limits) } == code)
        }
        let cut = RenderPlan(instead: try recipe(movie(seconds: 40)))
        try cut.prove(made { $0.duration = 30.05 }, limits: limits)
        #expect(
            await problemCode { try cut.prove(self.made { $0.duration = 31 }, limits: limits) } == .internalFault)
    }

    /// Colours of which nothing is known may be told in the stream.
    @Test(
        arguments: [
            (nil, false), (ColourCoding.untold, true),
            (ColourCoding(primaries: 2, transfer: 2, matrix: 6, isFullRange: false), false),
        ] as [(ColourCoding?, Bool)])
    func `colours of which nothing is said are told apart`(colours: ColourCoding?, isUntold: Bool) throws {
        var facts = movie()
        facts.tracks[0].colours = colours
        #expect(try recipe(facts).picture?.isUntold == isUntold)
        let poster = try PosterRecipe(for: facts, profile: .push, limits: SourceLimits())
        #expect(poster.isUntoldHD == isUntold)
        (facts.width, facts.height) = (1_024, 576)
        #expect(try !PosterRecipe(for: facts, profile: .push, limits: SourceLimits()).isUntoldHD)
    }

    @Test func `a transport stream may have sound that its reader does not know`() throws {
        var facts = MediaFacts(kind: .transportStream, bytes: 9)
        facts.tracks = [TrackFacts(.picture, codec: "hevc")]
        #expect(try recipe(facts).sound != nil)
    }
}
