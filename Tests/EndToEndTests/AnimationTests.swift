import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Animations go in, animations come out: the same pictures for the same time.
struct AnimationTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let frames: [DrawnGIF.Frame]
        var testDescription: String { name }

        init(_ name: String, _ frames: DrawnGIF.Frame...) {
            self.name = name
            self.frames = frames
        }
    }

    private static let stripes = DrawnGIF.Frame { column, row in 1 + (column + row) % 6 }
    private static func patch(
        _ index: Int, left: Int = 3, top: Int = 2, width: Int = 5, height: Int = 4, disposal: Int = 1,
        interlaced: Bool = false, own: Bool = false
    ) -> DrawnGIF.Frame {
        DrawnGIF.Frame(
            left: left, top: top, width: width, height: height, pixel: { ($0 + $1) % 3 == 0 ? 0 : index },
            disposal: disposal, isInterlaced: interlaced, hasOwnColours: own)
    }

    @Test(arguments: [
        Row("no disposal", stripes, patch(7, disposal: 0), patch(3, left: 5)),
        Row("left in place", stripes, patch(7, disposal: 1), patch(3, left: 5)),
        Row("cleared", stripes, patch(7, disposal: 2), patch(3, left: 5)),
        Row("restored", stripes, patch(7, disposal: 3), patch(3, left: 5), patch(2, top: 4)),
        Row("cleared at once", patch(5, disposal: 2), patch(6, left: 4, disposal: 2), patch(5, left: 6)),
        Row("a frame smaller than the canvas comes first", patch(5), patch(6, left: 6)),
        Row("a table of colours of its own", stripes, patch(2, own: true), patch(2)),
        Row(
            "interlaced", DrawnGIF.Frame(pixel: { 1 + ($0 / 2 + $1) % 7 }, isInterlaced: true),
            patch(1, height: 6, interlaced: true)),
        Row("a frame that hangs over the edge", stripes, patch(7, left: 8, top: 5, width: 9, height: 9), patch(2)),
        Row("the same picture twice", stripes, stripes, patch(3)),
    ])
    func `what a viewer sees stays the same`(row: Row) async throws {
        try await Workbench.with { bench in
            let drawn = DrawnGIF(frames: row.frames)
            let receipt = try await bench.prepare(.bytes(drawn.bytes))
            #expect((receipt.facts.width, receipt.facts.height) == (8, 8))
            #expect(receipt.facts.kind == .gif)
            #expect(receipt.lost == [])
            let frames = try Frames(of: try bench.file(of: receipt), width: 8, height: 8)
            let expected = drawn.seen(columns: 2..<10)
            #expect(frames.pictures.count == expected.count)
            for (number, (seen, wanted)) in zip(frames.pictures, expected).enumerated() {
                #expect(seen == wanted, "frame \(number)")
            }
        }
    }

    @Test(arguments: [(nil, nil), (0, 0), (3, 3)] as [(Int?, Int?)])
    func `an animation loops as often as before`(loop: Int?, expected: Int?) async throws {
        try await Workbench.with { bench in
            let drawn = DrawnGIF(frames: [Self.stripes, Self.patch(7)], loop: loop)
            let receipt = try await bench.prepare(.bytes(drawn.bytes))
            let bytes = try Data(contentsOf: URL(filePath: try bench.file(of: receipt)))
            let block = bytes.range(of: Data("NETSCAPE2.0".utf8))
            #expect(block.map { Int(bytes[$0.upperBound + 2]) } == expected)
        }
    }

    @Test func `every frame stays as long as before, and no time at all is a tenth of a second`() async throws {
        try await Workbench.with { bench in
            var frames = [Self.stripes, Self.patch(7), Self.patch(3, left: 5), Self.patch(2, top: 4)]
            for (index, delay) in [0, 1, 7, 250].enumerated() { frames[index].delay = delay }
            let receipt = try await bench.prepare(.bytes(DrawnGIF(frames: frames).bytes))
            #expect(receipt.facts.duration == 2.77)
            #expect(receipt.facts.frames == 4)
        }
    }

    @Test func `a photographic animation keeps its look, and says what was done`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.animatedGIF.source)
            let source = try #require(receipt.source.facts)
            let width = try #require(receipt.facts.width)
            let height = try #require(receipt.facts.height)
            #expect(width == height && width == source.height)
            #expect(receipt.facts.frames == source.frames && receipt.facts.duration == source.duration)
            #expect(receipt.bytes <= source.bytes)
            #expect(receipt.steps.last?.hasPrefix("encoded as GIF") == true)
            #expect(!receipt.warnings.contains(.animationLost))
            let ours = try Frames(of: try bench.file(of: receipt), width: width, height: height)
            let crop = "crop=\(width):\(height)"
            let theirs = try Frames(of: MediaSample.animatedGIF.path, width: width, height: height, filter: crop)
            #expect(ours.pictures.count == theirs.pictures.count)
            for (one, other) in zip(ours.pictures, theirs.pictures) { #expect(Frames.mean(one, other) < 6) }
        }
    }

    @Test func `an animated WebP becomes a GIF`() async throws {
        try await Workbench.with { bench in
            let profile = AttachmentProfile(name: "small", geometry: .crop, width: 64, height: 64)
            let receipt = try await bench.prepare(MediaSample.animatedWebP.source, profile)
            let source = try #require(receipt.source.facts)
            #expect(receipt.facts.kind == .gif)
            #expect(receipt.facts.isAnimated)
            let (before, after) = (source.duration ?? 0, receipt.facts.duration ?? 0)
            #expect(abs(before - after) < 0.02)
        }
    }

    @Test func `an animated PNG that must be cropped becomes a still, and the receipt warns`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.animatedPNG.source, .banner)
            #expect(!receipt.facts.isAnimated)
            #expect(receipt.warnings.contains(.animationLost))
        }
    }

    @Test func `a profile may ask for the first frame`() async throws {
        try await Workbench.with { bench in
            var profile = AttachmentProfile.push
            profile.animation = .still
            let receipt = try await bench.prepare(MediaSample.animatedGIF.source, profile)
            #expect(receipt.facts.kind == .jpeg)
            #expect(receipt.warnings.contains(.animationLost))
        }
    }

    @Test func `noise that is shrunk does not grow`() async throws {
        try await Workbench.with { bench in
            let source = try Noise.gif(in: bench.state, size: 40, frames: 6)
            let bytes = try Data(contentsOf: URL(filePath: source)).count
            let profile = AttachmentProfile(name: "small", geometry: .crop, width: 32, height: 32)
            let receipt = try await bench.prepare(.file(path: source), profile)
            #expect(receipt.bytes <= bytes)
            #expect(receipt.facts.isAnimated)
        }
    }

    @Test func `the number of threads does not change a byte`() async throws {
        let profile = AttachmentProfile(name: "small", geometry: .crop, width: 24, height: 24)
        let digests = try await [1, 0].asyncMap { workers in
            try await Workbench.with(workers: workers) { bench in
                let source = try Noise.gif(in: bench.state, size: 32, frames: 5)
                return try await bench.prepare(.file(path: source), profile).digest
            }
        }
        #expect(digests[0] == digests[1])
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
