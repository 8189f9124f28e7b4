internal import AttachmentModel
internal import Handover
internal import Rulebook
internal import Testing

@testable internal import Rendering

struct PictureEncoderTests {
    /// Squares of few colours, and here and there a pixel of a colour of its own, so that no palette holds them all.
    private static let drawing: [UInt8] = (0..<256 * 256).flatMap { place -> [UInt8] in
        let (x, y) = (place % 256, place / 256)
        let square = (x / 16 + y / 16 * 5) % 7
        return place % 149 == 0
            ? [UInt8(place / 149 % 256), UInt8(place / 149 / 256), 99]
            : [UInt8(square * 36), UInt8((square * 90) % 256), UInt8(255 - square * 30)]
    }

    @Test func `a drawing of many colours is packed as drawings pack best`() throws {
        _ = try Renderer(threads: 1)
        var facts = MediaFacts(kind: .webp, bytes: 9)
        (facts.width, facts.height) = (256, 256)
        let plan = try RenderPlan(for: facts, profile: .push, limits: SourceLimits())
        guard case .picture(let recipe) = plan.path else { throw CancellationError() }
        let picture = try Raster(pixels: Self.drawing, width: 256, height: 256, bands: 3)
        #expect(DrawingMeasure.colours(in: Self.drawing.span, bands: 3, most: 256) == nil)
        let (plain, filtered) = (try picture.png(isDrawing: true).count, try picture.png(isDrawing: false).count)
        var encoder = PictureEncoder(recipe, report: RenderReport())
        let encoded = try encoder.encode(picture)
        let count = encoded.count
        #expect(count == plain && plain < filtered)
    }
}
