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

    private static func profile(
        _ geometry: AttachmentProfile.Geometry, _ width: Int = 1024, _ height: Int = 1024, gravity: Gravity = .centre,
        enlarge: Bool = false
    ) -> AttachmentProfile {
        AttachmentProfile(
            name: geometry.rawValue, geometry: geometry, width: width, height: height, gravity: gravity,
            enlarge: enlarge)
    }

    @Test(arguments: [
        ((4032, 3024), (1024, 768)), ((3024, 4032), (768, 1024)), ((800, 600), (800, 600)), ((20_000, 1), (1024, 1)),
        ((1, 20_000), (1, 1024)), ((1, 1), (1, 1)),
    ])
    func `fit keeps all of it inside the frame`(source: (Int, Int), result: (Int, Int)) {
        let fit = PictureFit(width: source.0, height: source.1, profile: Self.profile(.fit))
        #expect((fit.width, fit.height) == result)
        #expect(!fit.isCropping && !fit.isPadding && fit.crop == nil)
    }

    @Test(arguments: [
        ((4032, 3024), (1024, 1024), PixelBox(x: 0, y: 128, width: 1024, height: 768)),
        // Not enlarged, so the frame comes to the picture.
        ((600, 300), (600, 600), PixelBox(x: 0, y: 150, width: 600, height: 300)),
        ((1024, 1024), (1024, 1024), PixelBox(width: 1024, height: 1024)),
        ((20_000, 1), (1024, 1024), PixelBox(x: 0, y: 511, width: 1024, height: 1)),
        ((1, 1), (1, 1), PixelBox(width: 1, height: 1)),
    ])
    func `pad fills the frame's shape around all of it`(source: (Int, Int), result: (Int, Int), content: PixelBox) {
        let fit = PictureFit(width: source.0, height: source.1, profile: Self.profile(.pad))
        #expect((fit.width, fit.height) == result)
        #expect(fit.content == content)
        #expect(!fit.isCropping)
    }

    @Test(arguments: [
        (AttachmentProfile.Geometry.crop, (1024, 1024), (1024, 1024)), (.fit, (1024, 683), (1024, 683)),
        (.pad, (1024, 1024), (1024, 683)), (.keep, (300, 200), (300, 200)),
    ])
    func `only a profile that says so enlarges`(
        geometry: AttachmentProfile.Geometry, result: (Int, Int), content: (Int, Int)
    ) {
        let large = PictureFit(width: 300, height: 200, profile: Self.profile(geometry, enlarge: true))
        #expect((large.width, large.height) == result)
        #expect((large.content.width, large.content.height) == content)
        #expect(large.isEnlarging == (geometry != .keep))
        #expect(!PictureFit(width: 300, height: 200, profile: Self.profile(geometry)).isEnlarging)
    }

    @Test(arguments: [
        (0.0, 0.5, 0), (1.0, 0.5, 400), (0.5, 0.5, 200), (0.25, 0.5, 0), (0.4, 0.5, 80),
    ])
    func `a focal point is kept as near to the middle as the edges allow`(x: Double, y: Double, left: Int) {
        let profile = Self.profile(.crop, gravity: .focus(x: x, y: y))
        #expect(
            PictureFit(width: 1200, height: 800, profile: profile).box
                == PixelBox(x: left, y: 0, width: 800, height: 800))
    }

    @Test func `a part begins where the decoder's grid does`() {
        for width in [5_001, 5_003, 8_190, 9_999] {
            let box = PictureFit(width: width, height: 4_096, profile: .push).box
            #expect(box.x % 4 == 0)
            #expect(abs(box.x - (width - box.width) / 2) < 4)
        }
    }

    @Test func `a part that pixels decide on has a size and no place yet`() {
        let fit = PictureFit(width: 4032, height: 3024, profile: Self.profile(.crop, gravity: .attention))
        #expect((fit.box.width, fit.box.height) == (3024, 3024))
        #expect(fit.isCropping && fit.crop == nil)
        // Where nothing is cut off there is nothing to look for.
        #expect(PictureFit(width: 900, height: 900, profile: Self.profile(.crop, gravity: .entropy)).gravity == .centre)
    }

    /// Every pixel of the upright box is found again in the stored one, however the picture is turned.
    @Test(arguments: 1...8)
    func `a box is found in the stored picture`(orientation: Int) {
        let (wide, high) = (7, 5)
        let box = PixelBox(x: 1, y: 2, width: 3, height: 2)
        // Where Exif puts the stored pixel at x, y.
        func upright(_ x: Int, _ y: Int, _ storedWide: Int, _ storedHigh: Int) -> (Int, Int) {
            let (right, below) = (storedWide - 1 - x, storedHigh - 1 - y)
            return switch orientation {
            case 2: (right, y)
            case 3: (right, below)
            case 4: (x, below)
            case 5: (y, x)
            case 6: (below, x)
            case 7: (below, right)
            case 8: (y, right)
            default: (x, y)
            }
        }
        let (storedWide, storedHigh) = orientation >= 5 ? (high, wide) : (wide, high)
        let stored = box.stored(orientation: orientation, in: wide, high)
        #expect(stored.width * stored.height == box.width * box.height)
        for y in stored.y..<stored.y + stored.height {
            for x in stored.x..<stored.x + stored.width {
                let (right, down) = upright(x, y, storedWide, storedHigh)
                #expect((box.x..<box.x + box.width).contains(right) && (box.y..<box.y + box.height).contains(down))
            }
        }
    }

    @Test func `the kept part lies in the middle, in pixels and in units`() throws {
        let crop = try #require(PictureFit(width: 4032, height: 3024, profile: .push).crop)
        #expect(crop.box == CropRectangle(x: 504, y: 0, width: 3024, height: 3024))
        #expect(crop.unit == CropRectangle(x: 0.125, y: 0, width: 0.75, height: 1))
    }
}
