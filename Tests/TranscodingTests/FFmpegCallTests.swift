import AttachmentModel
import Rulebook
import Testing
import Transcoding

struct FFmpegCallTests {
    private func call(_ change: (inout MediaFacts) -> Void) throws -> [String] {
        var facts = MediaFacts(kind: .mpeg, bytes: 9)
        facts.tracks = [TrackFacts(.picture, codec: "mpeg1")]
        change(&facts)
        let recipe = try #require(try TranscodeRecipe(for: facts, profile: .push))
        return try #require(FFmpegCall(recipe)).arguments
    }

    @Test func `pictures are encoded on one thread, so that they are the same each time`() throws {
        let words = try call { _ in }
        let place = try #require(words.firstIndex(of: "-threads:v"))
        #expect(words[place + 1] == "1")
    }

    @Test(arguments: [("0xb3", "mpegvideo"), (nil, "mpeg")])
    func `pictures without a container have a demuxer of their own`(tag: String?, demuxer: String) throws {
        #expect(try call { $0.tracks[0].tag = tag }.contains(demuxer))
    }

    @Test func `the decoder's shape of a pixel counts even where a size is known`() throws {
        let words = try call { ($0.width, $0.height) = (352, 288) }
        #expect(words.contains { $0.contains("iw*sar") })
    }

    @Test(
        arguments: [
            (1_280, 720, ColourCoding.untold, true), (640, 360, .untold, false),
            (1_280, 720, ColourCoding(primaries: 6, transfer: 6, matrix: 6, isFullRange: false), false),
            (1_280, 720, nil, false),
        ] as [(Int, Int, ColourCoding?, Bool)])
    func `a large movie that says nothing of its colours becomes one that does`(
        width: Int, height: Int, colours: ColourCoding?, isTagged: Bool
    ) throws {
        var facts = MediaFacts(kind: .matroska, bytes: 60_000_000)
        (facts.width, facts.height, facts.duration) = (width, height, 10)
        facts.tracks = [TrackFacts(.picture, codec: "h264")]
        facts.tracks[0].colours = colours
        let recipe = try #require(try TranscodeRecipe(for: facts, profile: .push))
        #expect(try #require(FFmpegCall(recipe)).arguments.contains("-colorspace") == isTagged)
        let poster = try #require(FFmpegCall(try PosterRecipe(for: facts, profile: .push, limits: SourceLimits())))
        #expect(poster.arguments.contains { $0.contains("in_color_matrix=bt709") } == isTagged)
    }
}
