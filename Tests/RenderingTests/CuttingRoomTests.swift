internal import AttachmentModel
internal import GIFCoding
internal import Handover
internal import MediaSamples
internal import TestSupport
internal import Testing

@testable internal import Rendering
@testable internal import Rulebook

struct CuttingRoomTests {
    private func film(mostKeptPixels: Int, _ rung: AnimationLadder.Rung) throws -> [UInt8]? {
        let bytes = try MediaSample.animatedGIF.bytes
        _ = try Renderer(threads: 2)
        var facts = MediaFacts(kind: .gif, bytes: bytes.count)
        (facts.width, facts.height, facts.frames) = (
            Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8, 10
        )
        let profile = AttachmentProfile(name: "small", geometry: .crop, width: 64, height: 64)
        let recipe = try #require(AnimationRecipe(for: facts, profile: profile))
        let file = try present(OwnedDescriptor.memory(named: "sample"))
        _ = unsafe bytes.withUnsafeBytes { unsafe file.append($0) }
        let media = try #require(MappedMedia(file.number, count: bytes.count, closing: []))
        let room = CuttingRoom(
            media: media, recipe: recipe, threads: 2, shown: recipe.fit.box, mostKeptPixels: mostKeptPixels)
        return try room.encode(rung, census: try room.census(), upTo: .max).bytes
    }

    /// At 64 by 64 ten frames are 40,960 pixels.
    @Test(arguments: [0, 3])
    func `a film that is too long to be kept gives the same file`(rung: Int) throws {
        let rung = AnimationLadder.rungs[rung]
        let streamed = try film(mostKeptPixels: 40_959, rung)
        #expect(streamed != nil)
        #expect(streamed == (try film(mostKeptPixels: 40_960, rung)))
    }
}
