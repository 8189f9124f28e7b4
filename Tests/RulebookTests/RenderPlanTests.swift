import AttachmentModel
import Rulebook
import TestSupport
import Testing

struct RenderPlanTests {
    private func picture(_ kind: MediaKind = .jpeg, _ width: Int = 1024, _ height: Int = 1024, bytes: Int = 100_000)
        -> MediaFacts
    {
        var facts = MediaFacts(kind: kind, bytes: bytes)
        facts.width = width
        facts.height = height
        facts.frames = 1
        return facts
    }

    private func timed(_ kind: MediaKind, bytes: Int, seconds: Double = 10) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: bytes)
        facts.duration = seconds
        return facts
    }

    private func plan(_ facts: MediaFacts, _ profile: AttachmentProfile = .push) throws(PreparationError) -> RenderPlan
    {
        try RenderPlan(for: facts, profile: profile, limits: SourceLimits())
    }

    @Test(arguments: [MediaKind.jpeg, .png, .gif])
    func `a picture that fits passes as it is`(kind: MediaKind) throws {
        #expect(try plan(picture(kind)).path == .pass)
    }

    @Test(arguments: [
        MediaTrait.metadata, .trailingBytes, .cmyk, .deep, .colourProfile,
    ])
    func `a picture with something to change is rendered`(trait: MediaTrait) throws {
        var facts = picture()
        facts.traits = [trait]
        #expect(try plan(facts).path != .pass)
    }

    @Test func `a turned picture, and one without JFIF, is rendered`() throws {
        var turned = picture()
        turned.orientation = 6
        #expect(try plan(turned).path != .pass)
        var bare = picture()
        bare.warnings = [.jpegWithoutJFIF]
        #expect(try plan(bare).path != .pass)
    }

    @Test func `one and a half times the goal passes and one byte more does not`() throws {
        #expect(try plan(picture(bytes: 450_000)).path == .pass)
        #expect(try plan(picture(bytes: 450_001)).path != .pass)
    }

    @Test func `an original may be as large as the cap`() throws {
        #expect(try plan(picture(.jpeg, 4000, 3000, bytes: 10_000_000), .original).path == .pass)
        #expect(try plan(picture(.jpeg, 4000, 3000, bytes: 10_000_001), .original).path != .pass)
    }

    @Test func `the size of the result follows from the source`() throws {
        guard case .picture(let recipe) = try plan(picture(.webp, 1200, 800)).path else {
            Issue.record("a WebP passed")
            return
        }
        #expect((recipe.width, recipe.height) == (800, 800))
        #expect(recipe.fit.crop?.box == CropRectangle(x: 200, y: 0, width: 800, height: 800))
    }

    @Test func `animations, movies and audio pass when iOS shows them`() throws {
        var animation = picture(.gif, 300, 200, bytes: 9_000_000)
        animation.frames = 20
        #expect(try plan(animation, .original).path == .pass)
        animation = picture(.gif, 300, 300, bytes: 4_500_000)
        animation.frames = 20
        #expect(try plan(animation).path == .pass)
        #expect(try plan(timed(.mp4, bytes: 50_000_000), .original).path == .pass)
        #expect(try plan(timed(.mp3, bytes: 5_000_000)).path == .pass)
    }

    @Test(arguments: [
        (MediaKind.gif, 300, 200, 9_000), (.gif, 300, 300, 4_500_001), (.gif, 300, 300, 10_000_001),
        (.webp, 300, 300, 9_000),
    ])
    func `an animation is rendered where it has to change`(kind: MediaKind, width: Int, height: Int, bytes: Int) throws
    {
        var facts = picture(kind, width, height, bytes: bytes)
        facts.frames = 20
        guard case .animation(let recipe) = try plan(facts).path else {
            Issue.record("it was not planned as an animation")
            return
        }
        #expect(recipe.isSourceFitting == (kind == .gif && width == height && bytes <= 10_000_000))
        #expect((recipe.sourceBytes != nil) == (kind == .gif && bytes <= 10_000_000))
        #expect(recipe.fit.box == PixelBox(x: (width - height) / 2, width: height, height: height))
        #expect((recipe.fit.width, recipe.fit.height) == (height, height))
    }

    @Test func `an animated PNG passes when it fits, else its first frame is rendered`() throws {
        var facts = picture(.png, 300, 300, bytes: 4_500_000)
        facts.frames = 20
        #expect(try plan(facts).path == .pass)
        // Beyond the canvas one viewer shows more than another.
        facts.coding = PictureCoding()
        facts.coding?.framesOutside = 1
        #expect(try plan(facts).path != .pass)
        facts.coding = nil
        facts.width = 400
        guard case .picture = try plan(facts).path else {
            Issue.record("it was not planned as a still")
            return
        }
    }

    @Test(arguments: [(MediaTrait.metadata, 4_500_000), (.trailingBytes, 4_500_000)])
    func `an animation that fits and carries something foreign is copied`(trait: MediaTrait, bytes: Int) throws {
        var facts = picture(.gif, 300, 300, bytes: bytes)
        facts.frames = 20
        facts.traits = [trait]
        #expect(try plan(facts).path == .copy(.gif))
        facts.bytes += 1
        guard case .animation(let recipe) = try plan(facts).path else {
            Issue.record("it was not planned as an animation")
            return
        }
        #expect(recipe.mayCopy && recipe.carriesForeign)
    }

    @Test func `the first frame alone is rendered where the profile says so, or no frame but it is upright`() throws {
        var profile = AttachmentProfile.push
        profile.animation = .still
        var facts = picture(.gif, 300, 300, bytes: 9_000)
        facts.frames = 20
        var turned = facts
        (turned.kind, turned.orientation) = (.webp, 6)
        for plan in [try plan(facts, profile), try plan(turned)] {
            guard case .picture(let recipe) = plan.path else {
                Issue.record("it was not planned as a still")
                return
            }
            #expect(!recipe.mayCopy)
        }
    }

    @Test(arguments: [MediaKind.avi, .mpeg, .matroska, .transportStream, .wmv])
    func `movies that not every push client shows are encoded`(kind: MediaKind) throws {
        let facts = MediaFacts(kind: kind, bytes: 9)
        guard case .transcode(let recipe) = try plan(facts).path else {
            Issue.record("it was not planned to be encoded")
            return
        }
        #expect(recipe.result == .mp4)
        let verdict = Verdict(on: facts, profile: .push, limits: SourceLimits())
        #expect(
            verdict.answer == (Rulebook.shows(kind) ? .attachable : .needsWork) && verdict.work == [.trim, .transcode])
    }

    @Test func `a profile says what becomes of a long movie`() async throws {
        let facts = timed(.mp4, bytes: 1_000_000, seconds: 31)
        let refusing = AttachmentProfile(name: "x", geometry: .keep, width: 0, height: 0, movie: .refuse)
        let refusal = #expect(throws: PreparationError.self) { try self.plan(facts, refusing) }
        // Not the setting that bounds what is decoded: the profile decided this.
        #expect(refusal?.code == .mediaTooLong && refusal?.message.contains("AFFIX_MAX_DURATION") == false)
        var profile = AttachmentProfile.push
        profile.movie = .keep
        #expect(try plan(facts, profile).path == .pass)
        profile.movie = .trim
        guard case .remux(let recipe) = try plan(facts, profile).path else {
            Issue.record("it was not cut")
            return
        }
        #expect(recipe.seconds == 30)
        // A movie without a key frame where it should end is encoded.
        #expect(try plan(facts, profile).fallback?.end == 30)
        profile.rescue = false
        #expect(try plan(facts, profile).path == .pass)
    }

    @Test func `a movie that players turn differently is encoded, unless nothing may be`() throws {
        var facts = timed(.mp4, bytes: 1_000_000, seconds: 10)
        facts.warnings = [.oddMatrix]
        guard case .transcode = try plan(facts).path else {
            Issue.record("it was not encoded")
            return
        }
        facts.traits = [.moovLast]
        guard case .transcode = try plan(facts).path else {
            Issue.record("it was packed anew")
            return
        }
        facts.traits = []
        var profile = AttachmentProfile.push
        profile.rescue = false
        #expect(try plan(facts, profile).path == .pass)
    }

    @Test func `a profile may make a movie of an animation that is over the cap`() throws {
        var profile = AttachmentProfile.push
        profile.animation = .movie
        var facts = picture(.gif, 300, 300, bytes: 10_000_001)
        (facts.frames, facts.duration) = (20, 2)
        guard case .transcode(let recipe) = try plan(facts, profile).path else {
            Issue.record("it was not planned as a movie")
            return
        }
        #expect(recipe.result == .mp4 && recipe.sound == nil && recipe.picture?.isRGB == true)
        facts.bytes = 10_000_000
        guard case .animation = try plan(facts, profile).path, case .animation = try plan(facts).path else {
            Issue.record("it was not planned as an animation")
            return
        }
    }

    @Test func `without rescue the device's own reason is given`() async {
        var profile = AttachmentProfile.push
        profile.rescue = false
        #expect(await problemCode { _ = try self.plan(self.picture(.webp), profile) } == .mediaUnsupportedType)
        #expect(await problemCode { _ = try self.plan(self.picture(bytes: 10_000_001), profile) } == .mediaOverCap)
    }

    @Test(arguments: [
        (MediaFacts.Wholeness.truncated, PreparationError.Code.mediaTruncated), (.corrupt, .mediaCorrupt),
    ])
    func `a file that is not whole is refused`(wholeness: MediaFacts.Wholeness, expected: PreparationError.Code) async {
        var facts = picture()
        facts.wholeness = wholeness
        #expect(await problemCode { _ = try self.plan(facts) } == expected)
    }

    @Test func `bombs, foreign files and locked files are refused`() async {
        #expect(await problemCode { _ = try self.plan(self.picture(.png, 50_000, 50_000)) } == .mediaTooManyPixels)
        #expect(await problemCode { _ = try self.plan(self.picture(.png, .max, .max)) } == .mediaTooManyPixels)
        #expect(await problemCode { _ = try self.plan(MediaFacts(kind: .html, bytes: 9)) } == .mediaUnsupportedType)
        #expect(await problemCode { _ = try self.plan(MediaFacts(kind: .png, bytes: 9)) } == .mediaNoPicture)
        var locked = MediaFacts(kind: .mp4, bytes: 9)
        locked.traits = [.encrypted]
        #expect(await problemCode { _ = try self.plan(locked) } == .mediaEncrypted)
    }

    @Test func `a rendition is proven against its plan`() async throws {
        let limits = SourceLimits()
        let plan = try plan(picture(.jpeg, 4000, 3000))
        try plan.prove(picture(), limits: limits)
        // The ladder may make it smaller; never wider, and never of another shape.
        try plan.prove(picture(.jpeg, 700, 700), limits: limits)
        #expect(
            await problemCode { try plan.prove(self.picture(.jpeg, 1024, 768), limits: limits) } == .renderUnsupported)
        #expect(
            await problemCode { try plan.prove(self.picture(bytes: 10_000_001), limits: limits) }
                == .renderCapUnreachable)
        var leaking = picture()
        leaking.traits = [.metadata]
        #expect(await problemCode { try plan.prove(leaking, limits: limits) } == .internalFault)
    }
}
