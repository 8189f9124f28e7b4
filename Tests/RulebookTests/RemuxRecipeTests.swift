import AttachmentModel
import Rulebook
import TestSupport
import Testing

/// Which movies and sounds pass, which are packed anew, and which have to be encoded anew.
struct RemuxRecipeTests {
    enum Fate: Equatable {
        case passes
        case becomes(MediaKind, [Verdict.Work])
        case isEncoded([Verdict.Work] = [.transcode])
    }

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let facts: MediaFacts
        let fate: Fate

        init(
            _ words: String, _ kind: MediaKind, _ codecs: [String], _ fate: Fate,
            _ change: (inout MediaFacts) -> Void = { _ in }
        ) {
            testDescription = words
            var facts = MediaFacts(kind: kind, bytes: 100_000)
            facts.codecs = codecs
            facts.duration = 10
            change(&facts)
            self.facts = facts
            self.fate = fate
        }
    }

    private static func picture(_ codec: String, _ profile: String) -> TrackFacts {
        var track = TrackFacts(.picture, codec: codec)
        track.profile = profile
        return track
    }

    private static let sound = TrackFacts(.sound, codec: "aac")
    private static let movie = ["h264", "aac"]

    static let rows = [
        Row("a plain movie", .mp4, movie, .passes),
        Row("a movie without sound", .mp4, ["hevc"], .passes),
        Row("a movie of 31 seconds", .mp4, movie, .becomes(.mp4, [.trim])) { $0.duration = 31 },
        Row("a movie whose sound goes on for a frame", .mp4, movie, .passes) { $0.duration = 30.05 },
        Row("a long movie that the device lacks the codec of", .mp4, ["vp9"], .isEncoded([.trim, .transcode])) {
            $0.duration = 31
        },
        Row("one and a half times the goal", .mp4, movie, .passes) { $0.bytes = 7_500_000 },
        Row("one byte more", .mp4, movie, .isEncoded()) { $0.bytes = 7_500_001 },
        Row("one byte more, with words that can be left out", .mp4, movie, .isEncoded()) {
            ($0.bytes, $0.carried) = (7_500_001, [.tags])
        },
        Row("a long movie whose beginning is small enough", .mp4, movie, .becomes(.mp4, [.trim])) {
            ($0.bytes, $0.duration) = (15_000_000, 60)
        },
        Row("a long movie whose beginning is too large", .mp4, movie, .isEncoded([.trim, .transcode])) {
            ($0.bytes, $0.duration) = (15_000_001, 60)
        },
        Row("H.264 with 8 bits", .mp4, movie, .passes) { $0.tracks = [picture("h264", "high"), sound] },
        Row("H.264 with 10 bits", .mp4, movie, .isEncoded()) { $0.tracks = [picture("h264", "high 10"), sound] },
        Row("H.264 with half of the colours", .mov, movie, .isEncoded()) {
            $0.tracks = [picture("h264", "high 4:2:2"), sound]
        },
        Row("HEVC with 10 bits", .mp4, ["hevc"], .passes) { $0.tracks = [picture("hevc", "main 10")] },
        Row("HEVC with all colours", .mp4, ["hevc"], .isEncoded()) {
            $0.tracks = [picture("hevc", "range extensions")]
        },
        Row("H.264 without loss", .mp4, movie, .isEncoded()) { $0.tracks = [picture("h264", "high 4:4:4"), sound] },
        Row("MPEG-4 part 2", .mp4, ["mp4v", "aac"], .isEncoded()),
        Row("the index last", .mp4, movie, .becomes(.mp4, [.remux])) { $0.traits = [.moovLast] },
        Row("fragments", .mp4, movie, .becomes(.mp4, [.remux])) { $0.traits = [.fragmented] },
        Row("an unusual brand", .mp4, movie, .becomes(.mp4, [.remux])) { $0.warnings = [.unusualBrand] },
        Row("a place", .mp4, movie, .becomes(.mp4, [.strip])) { $0.traits = [.metadata] },
        Row("tags", .mp4, movie, .becomes(.mp4, [.strip])) { $0.carried = [.tags] },
        Row("a track of data", .mp4, movie, .becomes(.mp4, [.strip])) {
            $0.tracks = [picture("h264", "main"), sound, TrackFacts(.other)]
        },
        Row("QuickTime", .mov, movie, .becomes(.mp4, [.remux])),
        Row("iTunes", .m4v, movie, .becomes(.mp4, [.remux])),
        Row("3GPP", .threeGP, movie, .becomes(.mp4, [.remux])),
        Row("QuickTime with ProRes", .mov, ["prores", "pcm"], .isEncoded()),
        Row("the other tag of HEVC", .mp4, ["hev1", "aac"], .becomes(.mp4, [.retag])),
        Row("QuickTime with the other tag, and a place", .mov, ["hev1"], .becomes(.mp4, [.remux, .retag, .strip])) {
            $0.carried = [.location]
        },
        Row("a second sound that the device lacks", .mov, ["h264", "aac", "apac"], .becomes(.mp4, [.remux])) {
            $0.tracks = [picture("h264", "high"), sound, TrackFacts(.sound, codec: "apac")]
        },
        Row("no sound but one that the device lacks", .mov, ["h264", "apac"], .isEncoded()) {
            $0.tracks = [picture("h264", "high"), TrackFacts(.sound, codec: "apac")]
        },
        Row("Matroska", .matroska, ["vp9", "opus"], .isEncoded()),
        Row("Matroska with what the device plays", .matroska, movie, .isEncoded([.remux])) {
            $0.tracks = [picture("h264", "high"), sound]
        },
        Row("Matroska with more than the device's decoder does", .matroska, movie, .isEncoded()) {
            $0.tracks = [picture("h264", "high 10"), sound]
        },
        Row("a tagged WAV over the cap", .wav, ["pcm"], .isEncoded()) {
            ($0.bytes, $0.carried) = (11_500_000, [.tags])
        },
        Row("Matroska with another sound", .matroska, ["h264", "opus"], .isEncoded()) {
            $0.tracks = [picture("h264", "high"), TrackFacts(.sound, codec: "opus")]
        },
        Row("a movie over its cap", .mp4, movie, .isEncoded()) { $0.bytes = 50_000_001 },
        Row("QuickTime over the cap", .mov, movie, .isEncoded()) { $0.bytes = 50_000_001 },
        Row("a song", .m4a, ["aac"], .passes),
        Row("a lossless song", .m4a, ["alac"], .passes),
        Row("a song with a cover", .m4a, ["aac"], .becomes(.m4a, [.strip])) { $0.traits = [.coverArt] },
        Row("a song under a movie's brand", .m4a, ["aac"], .becomes(.m4a, [.remux])) { $0.warnings = [.unusualBrand] },
        Row("bare AAC", .adts, ["aac"], .becomes(.m4a, [.remux])),
        Row("an MP3", .mp3, ["mp3"], .passes),
        Row("an MP3 without a tag", .mp3, ["mp3"], .becomes(.mp3, [.remux])) { $0.warnings = [.mp3WithoutID3] },
        Row("an MP3 whose last frame is cut", .mp3, ["mp3"], .becomes(.mp3, [.remux])) { $0.warnings = [.endMissing] },
        Row("an MP3 whose cover takes it over the cap", .mp3, ["mp3"], .becomes(.mp3, [.strip])) {
            ($0.bytes, $0.traits) = (6_000_000, [.coverArt])
        },
        Row("an MP3 over the cap by itself", .mp3, ["mp3"], .isEncoded()) { $0.bytes = 6_000_000 },
        Row("a WAV", .wav, ["pcm"], .passes),
        Row("a WAV with notes", .wav, ["pcm"], .becomes(.wav, [.strip])) { $0.carried = [.tags] },
        Row("a WAV of open length", .wav, ["pcm"], .becomes(.wav, [.remux])) { $0.traits = [.openLength] },
        Row("a WAV of floating point", .wav, ["pcm-float"], .isEncoded()),
        Row("an AIFF", .aiff, ["pcm"], .passes),
        Row("an AIFF that is packed", .aiff, ["adpcm-ima"], .isEncoded()),
        Row("FLAC", .flac, ["flac"], .isEncoded()),
    ]

    private func fate(of facts: MediaFacts) -> Fate? {
        do throws(PreparationError) {
            switch try RenderPlan(for: facts, profile: .push, limits: SourceLimits()).path {
            case .pass: return .passes
            case .remux(let recipe):
                return .becomes(recipe.result, Verdict(on: facts, profile: .push, limits: SourceLimits()).work)
            case .transcode: return .isEncoded(Verdict(on: facts, profile: .push, limits: SourceLimits()).work)
            default: return nil
            }
        } catch {
            return nil
        }
    }

    @Test(arguments: rows) func `facts say what becomes of it`(row: Row) {
        #expect(fate(of: row.facts) == row.fate)
    }

    @Test(arguments: [MediaKind.mp4, .mov, .m4a, .mp3, .wav, .aiff, .adts])
    func `what plays for no time is nothing to attach`(kind: MediaKind) async {
        var facts = MediaFacts(kind: kind, bytes: 9)
        facts.duration = 0
        let code = await problemCode {
            _ = try RenderPlan(for: facts, profile: .push, limits: SourceLimits())
        }
        #expect(code == .mediaNoDuration)
    }

    @Test func `what would be packed once more is not proven`() async throws {
        var facts = MediaFacts(kind: .mov, bytes: 9)
        (facts.codecs, facts.duration) = (Self.movie, 1)
        let plan = try RenderPlan(for: facts, profile: .push, limits: SourceLimits())
        facts.kind = .mp4
        try plan.prove(facts, limits: SourceLimits())
        for change: (inout MediaFacts) -> Void in [
            { $0.carried = [.tags] }, { $0.traits = [.fragmented] }, { $0.kind = .m4a },
            { $0.warnings = [.unusualBrand] },
        ] {
            var other = facts
            change(&other)
            #expect(await problemCode { try plan.prove(other, limits: SourceLimits()) } == .internalFault)
        }
        // Its tables may say more than its head.
        facts.duration = 4_000
        #expect(await problemCode { try plan.prove(facts, limits: SourceLimits()) } == .mediaTooLong)
    }
}
