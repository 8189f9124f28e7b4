import AttachmentModel
import Rulebook
import Testing

struct PictureFitTests {
    struct Row: CustomTestStringConvertible {
        let source, result: (Int, Int)
        let profile: AttachmentProfile
        let isCropping, isShrinking: Bool
        var testDescription: String { "\(source) in \(profile.name)" }
    }

    @Test(arguments: [
        Row(source: (4032, 3024), result: (1024, 1024), profile: .push, isCropping: true, isShrinking: true),
        Row(source: (3024, 4032), result: (1024, 1024), profile: .push, isCropping: true, isShrinking: true),
        Row(source: (2048, 2048), result: (1024, 1024), profile: .push, isCropping: false, isShrinking: true),
        Row(source: (1024, 1024), result: (1024, 1024), profile: .push, isCropping: false, isShrinking: false),
        // Never enlarged: the ratio is kept instead.
        Row(source: (1200, 800), result: (800, 800), profile: .push, isCropping: true, isShrinking: false),
        Row(source: (1500, 900), result: (900, 900), profile: .push, isCropping: true, isShrinking: false),
        Row(source: (600, 600), result: (600, 600), profile: .push, isCropping: false, isShrinking: false),
        Row(source: (1, 1), result: (1, 1), profile: .push, isCropping: false, isShrinking: false),
        Row(source: (1, 20_000), result: (1, 1), profile: .push, isCropping: true, isShrinking: false),
        Row(source: (20_000, 1), result: (1, 1), profile: .push, isCropping: true, isShrinking: false),
        Row(source: (1200, 800), result: (1024, 512), profile: .banner, isCropping: true, isShrinking: true),
        Row(source: (800, 800), result: (800, 400), profile: .banner, isCropping: true, isShrinking: false),
        Row(source: (1, 1), result: (1, 1), profile: .banner, isCropping: false, isShrinking: false),
        Row(source: (4032, 3024), result: (4032, 3024), profile: .original, isCropping: false, isShrinking: false),
    ])
    func `a picture meets its frame`(row: Row) {
        let fit = PictureFit(width: row.source.0, height: row.source.1, profile: row.profile)
        #expect((fit.width, fit.height) == row.result)
        #expect(fit.isCropping == row.isCropping)
        #expect(fit.isShrinking == row.isShrinking)
        #expect((fit.crop != nil) == row.isCropping)
    }

    @Test func `the kept part lies in the middle, in pixels and in units`() throws {
        let crop = try #require(PictureFit(width: 4032, height: 3024, profile: .push).crop)
        #expect(crop.box == CropRectangle(x: 504, y: 0, width: 3024, height: 3024))
        #expect(crop.unit == CropRectangle(x: 0.125, y: 0, width: 0.75, height: 1))
    }
}
