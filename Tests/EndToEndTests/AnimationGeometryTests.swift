import AttachmentModel
import Foundation
import TestSupport
import Testing

/// Every frame of an animation meets the profile's frame as a still picture would, and all of them in the same way.
struct AnimationGeometryTests {
    private static func profile(
        _ geometry: AttachmentProfile.Geometry, _ width: Int, _ height: Int,
        _ change: (inout AttachmentProfile) -> Void = { _ in }
    ) -> AttachmentProfile {
        var profile = AttachmentProfile(name: "small", geometry: geometry, width: width, height: height)
        change(&profile)
        return profile
    }

    /// Black but for one column of colours, which in the second frame is elsewhere.
    private static let moving = DrawnGIF(frames: [
        DrawnGIF.Frame { column, row in column == 10 ? 1 + row % 3 : 6 },
        DrawnGIF.Frame { column, row in column == 1 ? 1 + row % 3 : 6 },
    ])

    private func frames(
        of drawn: DrawnGIF, _ profile: AttachmentProfile, in bench: Workbench
    ) async throws -> (receipt: Receipt, pictures: [[UInt8]]) {
        let receipt = try await bench.prepare(.bytes(drawn.bytes), profile)
        let (width, height) = (try #require(receipt.facts.width), try #require(receipt.facts.height))
        return (receipt, try Frames(of: try bench.file(of: receipt), width: width, height: height).pictures)
    }

    @Test func `a focal point holds for all frames`() async throws {
        try await Workbench.with { bench in
            let profile = Self.profile(.crop, 8, 8) { $0.gravity = .focus(x: 1, y: 0) }
            let (receipt, pictures) = try await frames(of: Self.moving, profile, in: bench)
            #expect(receipt.crop?.box == CropRectangle(x: 4, y: 0, width: 8, height: 8))
            #expect(receipt.path == .render)
            #expect(pictures == Self.moving.seen(columns: 4..<12))
        }
    }

    @Test(arguments: [Gravity.attention, .entropy])
    func `the first frame decides for all`(gravity: Gravity) async throws {
        try await Workbench.with { bench in
            let profile = Self.profile(.crop, 4, 8) { $0.gravity = gravity }
            let (receipt, pictures) = try await frames(of: Self.moving, profile, in: bench)
            let box = try #require(receipt.crop?.box)
            #expect(box.width == 4 && box.x <= 10 && box.x + box.width > 10, "\(box)")
            #expect(pictures == Self.moving.seen(columns: Int(box.x)..<Int(box.x) + 4))
        }
    }

    @Test func `fit cuts nothing`() async throws {
        try await Workbench.with { bench in
            let (receipt, pictures) = try await frames(of: Self.moving, Self.profile(.fit, 6, 6), in: bench)
            #expect((receipt.facts.width, receipt.facts.height) == (6, 4))
            #expect(receipt.crop == nil && pictures.count == 2)
        }
    }

    @Test func `keep leaves the size`() async throws {
        try await Workbench.with { bench in
            let (receipt, pictures) = try await frames(of: Self.moving, Self.profile(.keep, 0, 0), in: bench)
            #expect(receipt.path == .pass)
            #expect(pictures == Self.moving.seen(columns: 0..<12))
        }
    }

    @Test func `padding shows the background above and below every frame`() async throws {
        try await Workbench.with { bench in
            let profile = Self.profile(.pad, 12, 12) { $0.background = Colour(red: 1, green: 2, blue: 250) }
            let (receipt, pictures) = try await frames(of: Self.moving, profile, in: bench)
            #expect((receipt.facts.width, receipt.facts.height) == (12, 12))
            let bar = [[UInt8]](repeating: [1, 2, 250, 255], count: 24).flatMap { $0 }
            #expect(pictures == Self.moving.seen(columns: 0..<12).map { bar + $0 + bar })
        }
    }

    @Test func `an animation whose first frame is transparent is padded with nothing`() async throws {
        try await Workbench.with { bench in
            let drawn = DrawnGIF(frames: [
                DrawnGIF.Frame { column, _ in column < 4 ? 0 : 2 }, DrawnGIF.Frame { column, _ in column < 6 ? 0 : 3 },
            ])
            let (_, pictures) = try await frames(of: drawn, Self.profile(.pad, 12, 12), in: bench)
            let bar = [UInt8](repeating: 0, count: 24 * 4)
            #expect(pictures == drawn.seen(columns: 0..<12).map { bar + $0 + bar })
        }
    }

    @Test func `an animation is enlarged only where the profile says so`() async throws {
        try await Workbench.with { bench in
            let large = Self.profile(.fit, 48, 48) { $0.enlarge = true }
            let (receipt, pictures) = try await frames(of: Self.moving, large, in: bench)
            #expect((receipt.facts.width, receipt.facts.height) == (48, 32))
            // The middle of a pixel that became four by four.
            let green = (6 * 48 + 42) * 4
            #expect(pictures[0][green + 1] > 150 && pictures[0][green] < 60)
            #expect(try await bench.prepare(.bytes(Self.moving.bytes), Self.profile(.fit, 48, 48)).path == .pass)
        }
    }
}
