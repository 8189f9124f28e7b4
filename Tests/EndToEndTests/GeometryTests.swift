import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// What of a picture is shown, and where.
struct GeometryTests {
    private static func profile(_ change: (inout AttachmentProfile) -> Void) -> AttachmentProfile {
        var profile = AttachmentProfile.push
        change(&profile)
        return profile
    }

    private static let orientations: [MediaSample] = [
        .orientation1, .orientation2, .orientation3, .orientation4, .orientation5, .orientation6, .orientation7,
        .orientation8,
    ]

    /// Upright, red is left above and green right above: a point in a quarter keeps its colour, whatever Exif says.
    @Test(arguments: orientations)
    func `a focal point is one of the upright picture`(sample: MediaSample) async throws {
        let profile = Self.profile { ($0.width, $0.height, $0.gravity) = (10, 10, .focus(x: 1, y: 0)) }
        try await Workbench.with { bench in
            var wide = profile
            wide.height = 40
            let receipt = try await bench.prepare(sample.source, wide)
            #expect(receipt.crop?.box == CropRectangle(x: 35, y: 0, width: 5, height: 20))
            #expect(receipt.crop?.unit == CropRectangle(x: 0.875, y: 0, width: 0.125, height: 1))
            let pixels = try Pixels(of: try bench.file(of: receipt), width: 5)
            #expect([pixels.name(x: 2, y: 4), pixels.name(x: 2, y: 15)] == ["green", "white"])
        }
    }

    @Test(arguments: orientations)
    func `padding keeps all of it in the middle of the background`(sample: MediaSample) async throws {
        let black = Colour(red: 0, green: 0, blue: 0)
        let profile = Self.profile { ($0.geometry, $0.background) = (.pad, black) }
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(sample.source, profile)
            #expect((receipt.facts.width, receipt.facts.height) == (40, 40))
            #expect(receipt.crop == nil)
            let pixels = try Pixels(of: try bench.file(of: receipt), width: 40)
            let seen = [(20, 3), (8, 13), (32, 13), (8, 27), (32, 27), (20, 36)].map { pixels.name(x: $0, y: $1) }
            #expect(seen == ["black", "red", "green", "blue", "white", "black"])
        }
    }

    @Test func `a transparent picture is padded with nothing`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.alphaPNG.source, Self.profile { $0.geometry = .pad })
            #expect((receipt.facts.width, receipt.facts.height) == (600, 600))
            let pixels = try Pixels(of: try bench.file(of: receipt), width: 600)
            #expect(pixels.colour(x: 300, y: 20)[3] == 0)
            #expect(pixels.colour(x: 300, y: 300)[3] == 255)
        }
    }

    @Test func `a transparent picture that has to be a JPEG shows the background`() async throws {
        let profile = Self.profile { ($0.format, $0.background) = (.jpeg, Colour(red: 0, green: 0, blue: 255)) }
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.alphaPNG.source, profile)
            #expect(receipt.facts.kind == .jpeg)
            #expect(receipt.lost.contains { $0.contains("#0000ff") })
            let pixels = try Pixels(of: try bench.file(of: receipt), width: try #require(receipt.facts.width))
            #expect(pixels.name(x: 2, y: 2) == "blue")
        }
    }

    @Test func `fit and enlarge do as they say`() async throws {
        try await Workbench.with { bench in
            let fit = try await bench.prepare(
                MediaSample.photo12MPRotated.source,
                Self.profile { ($0.geometry, $0.width, $0.height) = (.fit, 300, 300) })
            #expect((fit.facts.width, fit.facts.height) == (225, 300))
            let large = try await bench.prepare(MediaSample.orientation6.source, Self.profile { $0.enlarge = true })
            #expect((large.facts.width, large.facts.height) == (1024, 1024))
            let pixels = try Pixels(of: try bench.file(of: large), width: 1024)
            #expect(pixels.name(x: 256, y: 768) == "blue")
        }
    }

    /// A small bright patch on a dull ground, far from the middle.
    @Test(arguments: [Gravity.attention, .entropy])
    func `the receipt tells which part was found`(gravity: Gravity) async throws {
        let (width, height) = (900, 300)
        var pixels = [UInt8](repeating: 90, count: width * height * 3)
        for y in 100..<200 {
            for x in 700..<800 where (x / 7 + y / 5) % 2 == 0 { pixels[(y * width + x) * 3] = 250 }
        }
        let picture = try Converted.png(pixels, width: width, height: height)
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(.bytes(picture), Self.profile { $0.gravity = gravity })
            let box = try #require(receipt.crop?.box)
            #expect(box.width == 300 && box.height == 300 && box.y == 0)
            #expect(box.x <= 700 && box.x + box.width >= 800, "\(box)")
            #expect(receipt.crop?.unit.x == box.x / 900)
        }
    }

    @Test(arguments: [(20_000, 1), (1, 20_000), (1, 1)], AttachmentProfile.Geometry.allCases)
    func `no shape is too extreme`(size: (Int, Int), geometry: AttachmentProfile.Geometry) async throws {
        let grey = [UInt8](repeating: 200, count: size.0 * size.1)
        let picture = try Converted.png(grey, width: size.0, height: size.1)
        try await Workbench.with { bench in
            for enlarge in [false, true] {
                let profile = Self.profile { ($0.geometry, $0.enlarge) = (geometry, enlarge) }
                let receipt = try await bench.prepare(.bytes(picture), profile)
                #expect(receipt.facts.width ?? 0 >= 1 && receipt.facts.height ?? 0 >= 1)
                if enlarge && geometry == .crop { #expect(receipt.facts.width == 1024 && receipt.facts.height == 1024) }
            }
        }
    }
}
