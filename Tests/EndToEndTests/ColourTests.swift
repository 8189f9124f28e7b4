import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Colours as the sender saw them, in whatever way they were stored.
struct ColourTests {
    private static let whole = AttachmentProfile(name: "whole", geometry: .keep, width: 0, height: 0, quality: 95)

    private func prepared(
        _ picture: [UInt8], _ profile: AttachmentProfile = whole
    ) async throws -> (receipt: Receipt, pixels: Pixels) {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(.bytes(picture), profile)
            return (receipt, try Pixels(of: try bench.file(of: receipt), width: try #require(receipt.facts.width)))
        }
    }

    /// Segments of a JPEG up to its first scan: where each begins and how long it is.
    private static func segment(_ marker: UInt8, of jpeg: [UInt8]) throws -> Range<Int> {
        var at = 2
        while jpeg[at + 1] != marker {
            try #require(jpeg[at + 1] != 0xDA)
            at += 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
        }
        return at..<at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
    }

    /// Four inks as browsers read them: inverted, whether Adobe's marker says CMYK, YCCK or is not there.
    @Test(arguments: ["transform 0", "no marker", "transform 2"])
    func `inks are as dark as they should be`(form: String) async throws {
        var picture = try (form == "transform 2" ? MediaSample.photoYCCK : .photoCMYK).bytes
        let marker = try Self.segment(0xEE, of: picture)
        #expect(picture[marker.upperBound - 1] == (form == "transform 2" ? 2 : 0))
        if form == "no marker" { picture.removeSubrange(marker) }
        let (receipt, pixels) = try await prepared(picture)
        #expect(receipt.source.facts?.traits.contains(.cmyk) == true)
        #expect(!receipt.facts.traits.contains(.cmyk))
        let (width, height) = (pixels.width, receipt.facts.height ?? 0)
        let wall = pixels.colour(x: width * 30 / 100, y: height * 62 / 100)
        #expect(wall[0] > 170 && wall[1] > 150 && wall[2] > 120, "the wall is light: \(wall)")
        let roof = pixels.colour(x: width * 38 / 100, y: height * 48 / 100)
        #expect(roof[0] > roof[1] + 40 && roof[0] > roof[2] + 40, "the roof is red: \(roof)")
        let trunk = pixels.colour(x: width * 67 / 100, y: height * 70 / 100)
        #expect(trunk[0] < 130 && trunk[0] >= trunk[2], "the trunk is dark: \(trunk)")
    }

    @Test func `grey stays grey`() async throws {
        let picture = try Converted.png((0..<64 * 64).map { UInt8($0 % 64 * 4) }, width: 64, height: 64)
        var profile = Self.whole
        profile.format = .jpeg
        let (receipt, pixels) = try await prepared(picture, profile)
        #expect(receipt.facts.traits.contains(.grey))
        #expect(abs(pixels.colour(x: 32, y: 32)[0] - 128) <= 2)
    }

    @Test func `sixteen bits become eight`() async throws {
        let (receipt, pixels) = try await prepared(try MediaSample.deepPNG.bytes)
        #expect(receipt.source.facts?.traits.contains(.deep) == true)
        #expect(!receipt.facts.traits.contains(.deep))
        // The ramp rises by 256.9 levels of 65536 for each column.
        #expect(abs(pixels.colour(x: 128, y: 0)[0] - 128) <= 3)
        #expect(abs(pixels.colour(x: 128, y: 96)[1] - 128) <= 3)
    }

    @Test func `wide colours become those of sRGB`() async throws {
        let (receipt, pixels) = try await prepared(try MediaSample.photoDisplayP3.bytes)
        #expect(!receipt.facts.traits.contains(.colourProfile))
        // The same scene in sRGB; read as if they were sRGB, colours of P3 come out duller.
        let (plain, scene) = try await prepared(try MediaSample.photoWebP.bytes)
        #expect(plain.facts.width == receipt.facts.width)
        for row in stride(from: 40, to: 520, by: 60) {
            let (one, other) = (pixels.mean(y: row), scene.mean(y: row))
            #expect(zip(one, other).allSatisfy { abs($0 - $1) < 5 }, "\(one) \(other)")
        }
    }

    @Test func `a palette and its transparent entries are resolved`() async throws {
        let (receipt, pixels) = try await prepared(try MediaSample.palettePNG.bytes, .push)
        #expect(receipt.facts.kind == .jpeg)
        let sky = pixels.mean(y: 12)
        #expect(sky[2] > sky[0])
    }

    /// A PNG of one colour with one chunk more.
    private func patch(_ name: String, _ content: [UInt8], _ colour: [UInt8]) throws -> [UInt8] {
        Converted.adding(
            name, content, to: try Converted.png((0..<16 * 16).flatMap { _ in colour }, width: 16, height: 16))
    }

    @Test(arguments: [
        // Light itself, and what is usual.
        (100_000, 188), (45_455, 128),
    ])
    func `a PNG's own gamma is heeded`(gamma: Int, shown: Int) async throws {
        let content = (0..<4).map { UInt8(truncatingIfNeeded: gamma >> (24 - 8 * $0)) }
        var profile = Self.whole
        profile.format = .jpeg
        let (_, pixels) = try await prepared(try patch("gAMA", content, [128, 128, 128]), profile)
        #expect(abs(pixels.colour(x: 8, y: 8)[0] - shown) <= 2)
    }

    @Test(arguments: [30_000, 55_556, 100_000])
    func `a PNG with its own gamma stays transparent`(gamma: Int) async throws {
        let content = (0..<4).map { UInt8(truncatingIfNeeded: gamma >> (24 - 8 * $0)) }
        let (receipt, pixels) = try await prepared(try patch("gAMA", content, [255, 0, 0, 128]))
        #expect(receipt.facts.kind == .png && receipt.facts.alpha == true)
        #expect(pixels.colour(x: 8, y: 8) == [255, 0, 0, 128])
        var profile = Self.whole
        profile.format = .jpeg
        #expect(try await prepared(try patch("gAMA", content, [255, 0, 0, 128]), profile).receipt.lost.count == 1)
    }

    /// The profile of Display P3 that a photo carries.
    private static func wideProfile() throws -> [UInt8] {
        let photo = try MediaSample.photoDisplayP3.bytes
        return Array(photo[try segment(0xE2, of: photo)].dropFirst(18))
    }

    @Test func `sixteen bits under a profile stay transparent`() async throws {
        let pixel = [0x8000, 0x4000, 0x2000, 0x8000]
        let tiff = DrawnTIFF(photometric: 2, pixel: pixel, bits: 16, extra: 1, profile: try Self.wideProfile())
        let (receipt, pixels) = try await prepared(tiff.bytes)
        #expect(receipt.facts.kind == .png && receipt.facts.alpha == true)
        let seen = pixels.colour(x: 8, y: 8)
        #expect(abs(seen[3] - 128) <= 1 && seen[0] > 250, "\(seen)")
    }

    @Test(arguments: [8, 16], [64, 32])
    func `a picture in CIE colours is what it shows at every size`(bits: Int, side: Int) async throws {
        // L* 62.7, a* 40 and b* -50, which is a violet.
        let pixel = bits == 8 ? [160, 40, 256 - 50] : [160 * 257, 40 * 256, 65_536 - 50 * 256]
        let small = AttachmentProfile(name: "small", geometry: .fit, width: side, height: side, quality: 95)
        let (_, pixels) = try await prepared(DrawnTIFF(photometric: 8, pixel: pixel, bits: bits).bytes, small)
        let seen = pixels.colour(x: 8, y: 8)
        #expect(zip(seen, [175, 129, 241]).allSatisfy { abs($0 - $1) <= 6 }, "\(seen)")
    }

    @Test func `luma and chroma that no decoder converts are refused`() async throws {
        let tiff = DrawnTIFF(photometric: 6, pixel: [76, 85, 255])
        try await Workbench.with { bench in
            let code = await problemCode { _ = try await bench.prepare(.bytes(tiff.bytes), Self.whole) }
            #expect(code == .renderUnsupported)
        }
    }

    @Test(arguments: [
        DrawnTIFF(photometric: 1, pixel: [1 << 31], bits: 32), DrawnTIFF(photometric: 1, pixel: [20], format: 2),
    ])
    func `samples of which nobody knows the scale are refused by both`(tiff: DrawnTIFF) async throws {
        try await Workbench.with { bench in
            let code = await problemCode { _ = try await bench.prepare(.bytes(tiff.bytes), Self.whole) }
            #expect(code == .renderUnsupported)
            let request = AttachmentRequest(.bytes(tiff.bytes), timeout: .seconds(60))
            let inspection = try await bench.preparer.inspect(request)
            #expect(inspection.verdict.answer == .refused)
        }
    }

    @Test(arguments: [
        DrawnTIFF(photometric: 1, pixel: [128]), DrawnTIFF(photometric: 1, pixel: [128, 255], extra: 2),
    ])
    func `grey under a profile of colours is shown as if it had none`(picture: DrawnTIFF) async throws {
        var picture = picture
        picture.profile = try Self.wideProfile()
        let (receipt, pixels) = try await prepared(picture.bytes)
        #expect(abs(pixels.colour(x: 8, y: 8)[0] - 128) <= 1)
        #expect(receipt.lost.contains { $0.contains("colour profile") })
    }

    @Test func `a profile that cannot be read is ignored, and named`() async throws {
        let picture = DrawnTIFF(photometric: 2, pixel: [200, 100, 50], profile: Array("no profile at all".utf8))
        let (receipt, pixels) = try await prepared(picture.bytes)
        #expect(zip(pixels.colour(x: 8, y: 8), [200, 100, 50]).allSatisfy { abs($0 - $1) <= 3 })
        #expect(receipt.lost.contains { $0.contains("colour profile") })
    }

    @Test(arguments: [8, 16])
    func `grey of which one shade is clear stays so at another size`(bits: Int) async throws {
        let columns = (0..<16 * 16).flatMap { [UInt8](repeating: $0 % 16 < 8 ? 0 : 200, count: bits / 8) }
        let plain = try Converted.png(columns, width: 16, height: 16, format: bits == 8 ? "gray" : "gray16be")
        let small = AttachmentProfile(name: "small", geometry: .fit, width: 8, height: 8)
        let (receipt, pixels) = try await prepared(Converted.adding("tRNS", [0, 0], to: plain), small)
        #expect(receipt.facts.kind == .png)
        #expect(pixels.colour(x: 0, y: 4)[3] == 0)
        #expect(pixels.colour(x: 7, y: 4)[3] == 255 && abs(pixels.colour(x: 7, y: 4)[0] - 200) <= 2)
    }

    @Test func `a PNG's code points are heeded or named`() async throws {
        var profile = Self.whole
        profile.format = .jpeg
        let (wide, pixels) = try await prepared(try patch("cICP", [12, 13, 0, 1], [200, 100, 100]), profile)
        #expect(wide.lost.isEmpty)
        let seen = pixels.colour(x: 8, y: 8)
        #expect(seen[0] > 206 && seen[1] < 98, "\(seen)")
        let (bright, light) = try await prepared(try patch("cICP", [9, 16, 0, 1], [148, 148, 148]), profile)
        #expect(bright.lost == ["light beyond usual screens (pq)"])
        #expect(bright.source.facts?.warnings.contains(.highDynamicRange) == true)
        // White on a page, which leaves room for what is brighter.
        #expect(light.colour(x: 8, y: 8).prefix(3).allSatisfy { (225...238).contains($0) })
        // Television's range: grey of 126 lies in the middle between black and white.
        let (narrow, grey) = try await prepared(try patch("cICP", [1, 13, 0, 0], [126, 16, 235]), profile)
        #expect(zip(grey.colour(x: 8, y: 8), [128, 0, 255]).allSatisfy { abs($0 - $1) <= 3 })
        #expect(narrow.path == .render && narrow.lost == [])
        let (strange, _) = try await prepared(try patch("cICP", [10, 17, 0, 1], [200, 100, 100]), profile)
        #expect(strange.lost.contains { $0.contains("colours 10 with curve 17") })
    }

    /// By gamma and primaries of P3: the red is redder, unless a chunk beside them says sRGB.
    @Test(arguments: [false, true]) func `a PNG's primaries are heeded`(isOverruled: Bool) async throws {
        func big(_ numbers: [Int]) -> [UInt8] {
            numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
        }
        var profile = Self.whole
        profile.format = .jpeg
        var bytes = try patch("gAMA", big([45_455]), [200, 100, 100])
        let primaries = big([31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000])
        bytes = Converted.adding("cHRM", primaries, to: bytes)
        if isOverruled { bytes = Converted.adding("sRGB", [0], to: bytes) }
        let (receipt, pixels) = try await prepared(bytes, profile)
        let seen = pixels.colour(x: 8, y: 8)
        #expect(receipt.lost.isEmpty && (seen[0] > 206 && seen[1] < 98) != isOverruled, "\(seen)")
    }

    /// The numbers in the box of colours are changed, and nothing else: the decoder gives the same samples.
    @Test(arguments: [12, 9]) func `the numbers of an AVIF are heeded`(primaries: Int) async throws {
        // What makes red of sRGB out of the light of P3 or BT.2020.
        let red = primaries == 12 ? [1.2249, -0.2249, 0] : [1.6605, -0.5876, -0.0729]
        var profile = Self.whole
        // As it is, with all of its colours.
        profile.format = .png
        profile.goals.still = 10_000_000
        let (_, plain) = try await prepared(try MediaSample.photoAVIF.bytes, profile)
        var bytes = try MediaSample.photoAVIF.bytes
        let mark = Array("colrnclx".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        bytes.replaceSubrange((place + 8)..<(place + 12), with: [0, UInt8(primaries), 0, 13])
        let (receipt, wide) = try await prepared(bytes, profile)
        #expect(receipt.source.facts?.coding?.colours?.primaries == primaries)
        #expect(receipt.source.facts?.carried.contains(.colours) == true && receipt.lost.isEmpty)
        for x in stride(from: 20, to: 780, by: 40) {
            let light = plain.colour(x: x, y: 260).prefix(3).map { pow(Double($0) / 255, 2.2) }
            let expected = pow(max(zip(light, red).map { $0 * $1 }.reduce(0, +), 0), 1 / 2.2) * 255
            #expect(abs(Double(wide.colour(x: x, y: 260)[0]) - min(expected, 255)) < 12)
        }
    }

    @Test func `arithmetic coding is decoded, and encoded anew for devices that do not`() async throws {
        let (receipt, pixels) = try await prepared(try MediaSample.photoArithmetic.bytes)
        #expect(receipt.source.facts?.codecs == ["jpeg-arithmetic"] && receipt.facts.codecs.isEmpty)
        let (_, plain) = try await prepared(try MediaSample.smallTIFF.bytes)
        #expect(zip(pixels.mean(y: 100), plain.mean(y: 100)).allSatisfy { abs($0 - $1) < 6 })
    }

    @Test(arguments: [MediaSample.smallBMP, .pyramidTIFF, .smallTIFF])
    func `the same scene comes out of every container`(sample: MediaSample) async throws {
        let (receipt, pixels) = try await prepared(try sample.bytes)
        #expect(receipt.facts.kind == .jpeg)
        #expect(receipt.facts.width == receipt.source.facts?.width)
        let height = receipt.facts.height ?? 0
        let (sky, grass) = (pixels.mean(y: height / 16), pixels.mean(y: height * 15 / 16))
        #expect(sky[2] > sky[0] && sky[2] > 120, "\(sky)")
        #expect(grass[1] > grass[0] && grass[1] > grass[2], "\(grass)")
    }
}
