import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Stills of movies and pictures of sounds, beside the attachment or in its place.
@Suite(.timeLimit(.minutes(5)))
struct PosterTests {
    private func prepare(
        _ source: MediaSource, _ variants: [VariantRequest], profile: AttachmentProfile = .push,
        budgets: StageBudgets = .provoking()
    ) async throws -> (receipt: Receipt, picture: Pixels?) {
        try await Workbench.with(budgets: budgets) { bench in
            let receipt = try await bench.preparer.prepare(
                AttachmentRequest(source, profile: profile, variants: variants, timeout: .seconds(120)))
            let made = try? receipt.variants.first?.outcome.get()
            guard let facts = made?.facts ?? (receipt.facts.mediaClass == .image ? receipt.facts : nil),
                let width = facts.width
            else { return (receipt, nil) }
            let digest = made?.digest ?? receipt.digest
            let file = bench.leftovers.first { $0.contains(digest) } ?? ""
            return (receipt, try Pixels(of: bench.shelf + "/" + file, width: width))
        }
    }

    private func poster(
        of source: MediaSource, _ profile: AttachmentProfile = .push
    ) async throws -> (made: Variant.Rendition, picture: Pixels) {
        let (receipt, picture) = try await prepare(source, [.poster], profile: profile)
        #expect(receipt.facts.mediaClass == .movie)
        return (try receipt.variants[0].outcome.get(), try #require(picture))
    }

    /// Red above, blue below.
    private static let halves =
        "color=red:s=160x60:r=10[a];color=blue:s=160x60:r=10[b];[a][b]vstack"

    @Test func `a movie comes with a JPEG of it, in the profile's frame`() async throws {
        let (made, _) = try await poster(of: MediaSample.moovFirst.source)
        #expect(made.facts.kind == .jpeg && made.facts.width == 240 && made.facts.height == 240)
        #expect(made.path == .render && made.crop?.box.width == 240)
        #expect(made.steps.first == "frame 1 of the movie taken: the first that shows something")
        #expect(made.url.hasSuffix(".jpg"))
    }

    @Test func `what leads in black is passed over`() async throws {
        let movie = try await DrawnMovie.make(
            "color=black:s=160x120:r=10:d=1[a];\(Self.halves)[b];[a][b]concat", seconds: 3)
        let (made, picture) = try await poster(of: .bytes(movie))
        #expect(made.steps.first?.hasPrefix("frame 11 ") == true, "\(made.steps)")
        #expect(picture.name(x: 60, y: 20) == "red" && picture.name(x: 60, y: 100) == "blue")
    }

    @Test func `a movie that only shows black gets a black poster, which says so`() async throws {
        let (made, picture) = try await poster(
            of: .bytes(try await DrawnMovie.make("color=black:s=160x120:r=10", seconds: 2)))
        #expect(made.steps.first == "frame 1 of the movie taken: none of the first seconds shows more")
        #expect(picture.name(x: 60, y: 60) == "black")
    }

    /// Where what is above in the stored picture comes to lie, by the orientation that our own reader finds.
    private static let places: [Int: (x: Int, y: Int)] = [6: (115, 60), 3: (60, 115), 8: (5, 60)]

    @Test(arguments: [90, 180, 270])
    func `a turned movie has an upright poster`(degrees: Int) async throws {
        let flat = try await DrawnMovie.make(Self.halves.replacing("160x60", with: "120x60"), seconds: 1)
        let turned = try await DrawnMovie.turned(flat, by: degrees)
        let (receipt, picture) = try await prepare(.bytes(turned), [.poster])
        let (place, seen) = (
            try #require(Self.places[receipt.source.facts?.orientation ?? 0]), try #require(picture)
        )
        #expect(seen.name(x: place.x, y: place.y) == "red")
        #expect(seen.name(x: 119 - place.x, y: 119 - place.y) == "blue")
    }

    @Test func `pixels that are not square are made so`() async throws {
        let movie = try await DrawnMovie.make("testsrc2=s=160x120:r=10,setsar=3/2", seconds: 1)
        var profile = AttachmentProfile.push
        profile.geometry = .fit
        let (made, _) = try await poster(of: .bytes(movie), profile)
        #expect(made.facts.width == 240 && made.facts.height == 120)
    }

    @Test func `the same movie has the same poster`() async throws {
        let first = try await poster(of: MediaSample.vp9WebM.source).made.digest
        #expect(try await poster(of: MediaSample.vp9WebM.source).made.digest == first)
    }

    @Test(arguments: [MediaSample.m4aAAC, .photoFitting])
    func `what is no movie has no poster, in words, and loses nothing by it`(sample: MediaSample) async throws {
        let (receipt, _) = try await prepare(sample.source, [.poster])
        guard case .failure(let problem) = receipt.variants[0].outcome else {
            Issue.record("a poster was made")
            return
        }
        #expect(problem.code == .renderUnsupported && problem.message.hasPrefix("Only a movie has a poster"))
    }

    @Test(arguments: [MediaSample.m4aAAC, .opusOgg, .mp3WithID3, .wav, .moovFirst])
    func `a sound comes with a picture of it`(sample: MediaSample) async throws {
        let (receipt, picture) = try await prepare(sample.source, [.waveform], profile: .banner)
        let made = try receipt.variants[0].outcome.get()
        #expect(made.facts.kind == .png && made.facts.width == 1_024 && made.facts.height == 512 && made.facts.alpha)
        // Nothing in the corner, a bar in the middle.
        let seen = try #require(picture)
        #expect(seen.colour(x: 2, y: 2)[3] == 0 && seen.colour(x: 6, y: 256)[3] == 255)
    }

    @Test(arguments: [MediaSample.photoFitting, .silentMP4])
    func `what is not heard has no waveform, in words`(sample: MediaSample) async throws {
        let (receipt, _) = try await prepare(sample.source, [.waveform])
        guard case .failure(let problem) = receipt.variants[0].outcome else {
            Issue.record("a waveform was made")
            return
        }
        #expect(problem.message.hasPrefix("Only what is heard has a waveform"))
    }

    @Test func `a movie that cannot be made fit becomes its poster where the profile says so`() async throws {
        var budgets = StageBudgets.provoking()
        budgets.renderMovie = .milliseconds(1)
        var profile = AttachmentProfile.push
        let code = await problemCode { _ = try await prepare(MediaSample.vp9WebM.source, [], budgets: budgets) }
        #expect(code == .renderTimeout)
        profile.movie = .poster
        let (receipt, _) = try await prepare(MediaSample.vp9WebM.source, [], profile: profile, budgets: budgets)
        #expect(receipt.facts.kind == .jpeg && receipt.path == .render)
        #expect(receipt.lost.first == "movie: render-timeout; its poster is published in its place")
        #expect(receipt.warnings.contains(.movieLost) && receipt.steps.first?.hasPrefix("frame ") == true)
        #expect(receipt.source.facts?.kind == .matroska)
    }

    @Test func `a movie that can be made fit stays one`() async throws {
        var profile = AttachmentProfile.push
        profile.movie = .poster
        let (receipt, _) = try await prepare(MediaSample.moovLast.source, [], profile: profile)
        #expect(receipt.facts.kind == .mp4 && !receipt.warnings.contains(.movieLost))
    }

    @Test func `the command line makes both`() async throws {
        try await TemporaryFolder.with { folder in
            let run = try ProgramRun(
                ["prepare", MediaSample.moovFirst.path, "--json", "--variants", "poster,waveform"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let variants = run.objects.first?["variants"] as? [[String: Any]] ?? []
            #expect(variants.map { $0["name"] as? String } == ["poster", "waveform"])
            #expect(variants.allSatisfy { $0["url"] is String })
        }
    }
}
