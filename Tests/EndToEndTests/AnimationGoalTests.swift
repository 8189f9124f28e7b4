import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// What becomes of an animation that is over its goal, or over what affix decodes.
struct AnimationGoalTests {
    private static func profile(goal: Int, side: Int = 1024) -> AttachmentProfile {
        AttachmentProfile(
            name: "small", geometry: .crop, width: side, height: side, goals: .init(animation: goal))
    }

    @Test func `what fits and cannot be made smaller is kept as it is`() async throws {
        try await Workbench.with { bench in
            let source = try Noise.gif(in: bench.state, size: 48, frames: 6)
            let receipt = try await bench.prepare(.file(path: source), Self.profile(goal: 300))
            #expect(receipt.path == .pass)
            #expect(receipt.digest == receipt.source.digest)
            #expect(receipt.facts.isAnimated && receipt.crop == nil && receipt.lost.isEmpty)
            #expect(receipt.warnings.contains(.overGoal) && !receipt.warnings.contains(.animationLost))
            #expect(receipt.steps == ["not encoded again: it would be larger, or lose too much"])
        }
    }

    @Test func `what is kept as it is loses what is foreign to its frames`() async throws {
        try await Workbench.with { bench in
            let source = try Data(contentsOf: URL(filePath: try Noise.gif(in: bench.state, size: 48, frames: 6)))
            let receipt = try await bench.prepare(.bytes([UInt8](source) + [1, 2, 3]), Self.profile(goal: 300))
            #expect(receipt.path == .remux)
            #expect(receipt.facts.isAnimated && receipt.facts.traits.isDisjoint(with: [.trailingBytes, .metadata]))
            #expect(receipt.bytes <= source.count)
        }
    }

    @Test func `an animation is not encoded again for what lies behind it`() async throws {
        try await Workbench.with { bench in
            let plain = try MediaSample.animatedGIF.bytes
            var profile = Self.profile(goal: 300_000)
            profile.geometry = .keep
            let receipt = try await bench.prepare(.bytes(plain + [UInt8](repeating: 7, count: 400_000)), profile)
            #expect(receipt.path == .remux)
            #expect(try Data(contentsOf: URL(filePath: try bench.file(of: receipt))) == Data(plain))
        }
    }

    @Test func `where no animation meets the goal the first frame is left`() async throws {
        try await Workbench.with { bench in
            let source = try Noise.gif(in: bench.state, size: 48, frames: 6)
            let receipt = try await bench.prepare(.file(path: source), Self.profile(goal: 300, side: 40))
            #expect(!receipt.facts.isAnimated)
            #expect((receipt.facts.width, receipt.facts.height) == (40, 40))
            #expect(receipt.warnings.contains(.animationLost))
            #expect(receipt.lost.contains { $0.hasPrefix("animation") })
        }
    }

    @Test func `frames go before the animation does, and the time stays`() async throws {
        try await Workbench.with { bench in
            let source = try Noise.gif(in: bench.state, size: 40, frames: 12)
            let receipt = try await bench.prepare(.file(path: source), Self.profile(goal: 4_000, side: 32))
            #expect(receipt.facts.isAnimated)
            #expect(receipt.bytes <= 6_000)
            #expect(receipt.facts.frames ?? 12 < 12)
            #expect(receipt.facts.duration == receipt.source.facts?.duration)
            #expect(receipt.lost.contains { $0.hasPrefix("frames") })
        }
    }

    /// With no time at all for decoding: a single frame would take too long.
    @Test func `two thousand frames of sixteen megapixels are refused before any is decoded`() async throws {
        var budgets = StageBudgets.provoking()
        budgets.renderPicture = .zero
        try await Workbench.with(budgets: budgets) { bench in
            #expect(
                await problemCode { _ = try await bench.prepare(MediaSample.manyFramesGIF.source) }
                    == .mediaTooManyTotalPixels)
            #expect(
                await problemCode { _ = try await bench.prepare(MediaSample.animatedGIF.source) } == .renderTimeout)
            #expect(bench.leftovers.isEmpty)
        }
    }

    @Test func `an animation that is rendered is warned of too when it begins with nothing to see`() async throws {
        try await Workbench.with { bench in
            let drawn = DrawnGIF(frames: [DrawnGIF.Frame { _, _ in 3 }, DrawnGIF.Frame { column, _ in 1 + column % 3 }])
            let receipt = try await bench.prepare(.bytes(drawn.bytes))
            #expect(receipt.path == .render)
            #expect(receipt.warnings.contains(.firstFrameBlank))
        }
    }

    /// Decoders take some sizes of the screen for an encoder's mistake, and those of the frames instead.
    @Test func `a screen that the decoder does not believe is refused, not read beyond`() async throws {
        var bytes = DrawnGIF(frames: [
            DrawnGIF.Frame { _, _ in 3 }, DrawnGIF.Frame { column, _ in 1 + column % 3 },
        ]).bytes
        bytes.replaceSubrange(6..<10, with: [0x80, 2, 0xE0, 1])
        try await Workbench.with { bench in
            #expect(await problemCode { _ = try await bench.prepare(.bytes(bytes)) } == .renderUnsupported)
        }
    }
}
