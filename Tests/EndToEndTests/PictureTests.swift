import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Pictures as senders have them go in, what a phone shows comes out.
struct PictureTests {
    struct Row: CustomTestStringConvertible {
        let sample: MediaSample
        let kind: MediaKind
        let width, height: Int
        var profile = AttachmentProfile.push
        var testDescription: String { "\(sample.rawValue) as \(profile.name)" }
    }

    @Test(arguments: [
        Row(sample: .photo12MPRotated, kind: .jpeg, width: 1024, height: 1024),
        Row(sample: .photo12MPRotated, kind: .jpeg, width: 1024, height: 512, profile: .banner),
        Row(sample: .photo12MPRotated, kind: .jpeg, width: 512, height: 512, profile: .lite),
        Row(sample: .photo12MPRotated, kind: .jpeg, width: 3024, height: 4032, profile: .original),
        Row(sample: .photo1200x800, kind: .jpeg, width: 800, height: 800),
        Row(sample: .photoWebP, kind: .jpeg, width: 0, height: 0),
        Row(sample: .webPNamedJPEG, kind: .jpeg, width: 0, height: 0),
        Row(sample: .photoProgressive, kind: .jpeg, width: 0, height: 0),
        Row(sample: .photoCMYK, kind: .jpeg, width: 0, height: 0),
        Row(sample: .photoDisplayP3, kind: .jpeg, width: 0, height: 0),
        Row(sample: .photoHEIC, kind: .jpeg, width: 0, height: 0),
        Row(sample: .photoAVIF, kind: .jpeg, width: 0, height: 0),
        Row(sample: .smallTIFF, kind: .jpeg, width: 0, height: 0),
        Row(sample: .alphaPNG, kind: .png, width: 0, height: 0),
        Row(sample: .alphaWebP, kind: .png, width: 0, height: 0),
        Row(sample: .opaqueAlphaPNG, kind: .jpeg, width: 0, height: 0),
        Row(sample: .deepPNG, kind: .jpeg, width: 0, height: 0),
        Row(sample: .screenshot, kind: .png, width: 750, height: 750),
    ])
    func `a picture becomes what the profile says`(row: Row) async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(row.sample.source, row.profile)
            #expect(receipt.facts.kind == row.kind)
            #expect(receipt.path == .render)
            if row.width > 0 { #expect((receipt.facts.width, receipt.facts.height) == (row.width, row.height)) }
            #expect(receipt.facts.orientation == 1)
            #expect(receipt.facts.traits.isDisjoint(with: [.metadata, .trailingBytes, .colourProfile, .cmyk, .deep]))
            #expect(receipt.bytes <= 10_000_000)
            let file = try bench.file(of: receipt)
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            #expect(bytes.count == receipt.bytes)
            if row.kind == .jpeg { #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xE0])) }
            #expect(
                receipt.facts.traits.isDisjoint(with: [.progressive, .interlaced]), "baseline, as every decoder has")
            for secret in ["GPS", "Exif", "ICC_PROFILE", "http://ns.adobe.com"] {
                #expect(Data(bytes).range(of: Data(secret.utf8)) == nil)
            }
            #expect(bench.leftovers == [String(receipt.url.dropFirst("https://cdn.example.com/push/".count))])
        }
    }

    @Test(arguments: [
        MediaSample.orientation1, .orientation2, .orientation3, .orientation4, .orientation5, .orientation6,
        .orientation7, .orientation8,
    ])
    func `every orientation comes out upright`(sample: MediaSample) async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(sample.source)
            #expect((receipt.facts.width, receipt.facts.height) == (20, 20))
            #expect(receipt.source.facts?.width == 40)
            #expect(receipt.crop?.box == CropRectangle(x: 10, y: 0, width: 20, height: 20))
            let pixels = try Pixels(of: try bench.file(of: receipt), width: 20)
            let corners = [(3, 3), (16, 3), (3, 16), (16, 16)].map { pixels.name(x: $0, y: $1) }
            #expect(corners == ["red", "green", "blue", "white"])
        }
    }

    @Test(arguments: [MediaSample.photoCMYK, .photoDisplayP3, .photoHEIC, .photoWebP, .photoProgressive])
    func `the sky is blue and the grass is green in every colour space`(sample: MediaSample) async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(sample.source)
            let width = try #require(receipt.facts.width)
            let height = try #require(receipt.facts.height)
            let pixels = try Pixels(of: try bench.file(of: receipt), width: width)
            let sky = pixels.mean(y: height / 16)
            #expect(sky[2] > sky[0] && sky[2] > 120, "\(sky)")
            let grass = pixels.mean(y: height * 15 / 16)
            #expect(grass[1] > grass[0] && grass[1] > grass[2], "\(grass)")
        }
    }

    @Test func `transparency survives`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.alphaPNG.source)
            let width = try #require(receipt.facts.width)
            let pixels = try Pixels(of: try bench.file(of: receipt), width: width)
            let alphas = Set(stride(from: 3, to: pixels.bytes.count, by: 4).map { pixels.bytes[$0] })
            #expect(alphas.isSuperset(of: [0, 255]))
            #expect(receipt.facts.alpha)
        }
    }

    @Test(arguments: [(100_000, 1024), (40_000, 600)])
    func `a goal costs quality first, then size, and the receipt says so`(goal: Int, least: Int) async throws {
        var profile = AttachmentProfile.push
        profile.goals.still = goal
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.photo12MPRotated.source, profile)
            #expect(receipt.bytes <= goal && receipt.bytes > goal * 3 / 4)
            #expect(receipt.facts.width ?? 0 >= least)
            #expect(receipt.lost.contains { $0.contains("quality") })
            #expect(receipt.lost.contains { $0.contains("size") } == (least < 1024))
            #expect(!receipt.warnings.contains(.overGoal))
        }
    }

    @Test func `a transparent picture over its goal loses colours before it loses size`() async throws {
        let side = 400
        let pixels = (0..<side * side).flatMap { place -> [UInt8] in
            let (x, y) = (place % side, place / side)
            var noise = UInt32(place) &* 374_761_393
            noise = (noise ^ noise >> 13) &* 1_274_126_177
            let grain = UInt8(noise >> 16 & 31)
            return [UInt8(x / 2) + grain, UInt8(y / 2) ^ grain, grain, UInt8((x + y) / 4)]
        }
        let picture = try Converted.png(pixels, width: side, height: side)
        var profile = AttachmentProfile.push
        try await Workbench.with { bench in
            profile.goals.still = picture.count / 2
            let receipt = try await bench.prepare(.bytes(picture), profile)
            #expect(receipt.facts.kind == .png && receipt.facts.alpha)
            #expect(receipt.lost.first?.contains("256") == true, "\(receipt.lost)")
            #expect(receipt.bytes <= profile.goals.still)
        }
    }

    @Test func `what stands behind the end of a picture is not published`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.scriptBehindPNG.source)
            #expect(receipt.source.facts?.traits.contains(.trailingBytes) == true)
            let bytes = try Data(contentsOf: URL(filePath: try bench.file(of: receipt)))
            #expect(bytes.range(of: Data("script".utf8)) == nil)
        }
    }

    /// The first passes as it is, the second is rendered: neither may hide lost rows behind a proper end.
    @Test(arguments: [MediaSample.photoFitting, .photo1200x800, .photoProgressive])
    func `half a picture with a proper end is no picture`(sample: MediaSample) async throws {
        try await Workbench.with { bench in
            let bytes = try sample.bytes
            let half = Array(bytes.prefix(bytes.count / 2)) + [0xFF, 0xD9]
            #expect(await problemCode { _ = try await bench.prepare(.bytes(half)) } == .mediaTruncated)
            #expect(bench.leftovers.isEmpty)
        }
    }

    @Test func `a GIF whose frames cannot be decoded is no picture`() async throws {
        try await Workbench.with { bench in
            var bytes = try MediaSample.animatedGIF.bytes
            // Data of the first frame, behind the header, the palette and the extensions.
            for index in 2_000..<2_200 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
            let code = await problemCode { _ = try await bench.prepare(.bytes(bytes)) }
            #expect(code == .mediaCorrupt || code == .mediaTruncated)
        }
    }

    @Test func `the same input gives the same bytes`() async throws {
        let first = try await Workbench.with { try await $0.prepare(MediaSample.photo12MPRotated.source) }
        let second = try await Workbench.with { try await $0.prepare(.bytes(try MediaSample.photo12MPRotated.bytes)) }
        #expect(first.digest == second.digest)
        #expect(first.url == second.url)
    }
}
