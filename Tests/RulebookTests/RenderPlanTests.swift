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

    private func timed(_ kind: MediaKind, bytes: Int) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: bytes)
        facts.duration = 10
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
        #expect(try plan(timed(.mp4, bytes: 50_000_000)).path == .pass)
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

    @Test func `what cannot be converted yet is refused plainly`() async {
        for facts in [timed(.matroska, bytes: 9), timed(.mp3, bytes: 5_000_001)] {
            #expect(await problemCode { _ = try self.plan(facts) } == .renderUnsupported)
        }
    }

    @Test(arguments: [MediaKind.avi, .mpeg])
    func `what iOS shows but push clients do not is not published as it is`(kind: MediaKind) async {
        let facts = MediaFacts(kind: kind, bytes: 9)
        #expect(await problemCode { _ = try self.plan(facts) } == .renderUnsupported)
        let verdict = Verdict(on: facts, profile: .push, limits: SourceLimits())
        #expect(verdict.answer == .refused)
        #expect(verdict.reasons.map(\.code) == ["render-unsupported"])
        #expect(verdict.reasons.map(\.iosError) == [nil])
        #expect(verdict.work == [.transcode])
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
