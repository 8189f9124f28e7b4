import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// What satisfies its profile already keeps its pixels; only what is foreign to them goes.
struct CopyTests {
    private static let secret = Array("a secret place".utf8)

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    private func pixels(of bytes: [UInt8], width: Int) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "affix-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Pixels(of: file.path(), width: width).bytes
    }

    @Test func `a JPEG is stripped without being encoded again`() async throws {
        let plain = try MediaSample.photoFitting.bytes
        let exif = Self.segment(0xE1, Array("Exif\0\0".utf8) + Self.secret)
        let noted = plain[..<2] + exif + Self.segment(0xFE, Self.secret) + plain[2...] + Self.secret
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(.bytes(Array(noted)))
            #expect(receipt.path == .remux)
            #expect(receipt.steps.count == 1 && receipt.lost.isEmpty && receipt.crop == nil)
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try bench.file(of: receipt))))
            #expect(Data(bytes).range(of: Data(Self.secret)) == nil)
            #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
            #expect(try pixels(of: bytes, width: 1024) == pixels(of: plain, width: 1024))
            #expect(receipt.facts.traits.isDisjoint(with: [.metadata, .trailingBytes]))
        }
    }

    @Test func `what is too large without its metadata is encoded again`() async throws {
        let plain = try MediaSample.photoFitting.bytes
        let noted = Array(plain[..<2] + Self.segment(0xFE, Self.secret) + plain[2...])
        var profile = AttachmentProfile.push
        profile.goals.still = 100_000
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(.bytes(noted), profile)
            #expect(receipt.path == .render)
            #expect(receipt.bytes <= 100_000)
        }
    }

    @Test func `much metadata around a small picture does not cost its pixels`() async throws {
        let plain = try MediaSample.photoFitting.bytes
        let notes = (0..<10).flatMap { _ in Self.segment(0xE1, [UInt8](repeating: 1, count: 60_000)) }
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(.bytes(Array(plain[..<2] + notes + plain[2...])))
            #expect(receipt.path == .remux)
            #expect(receipt.bytes <= plain.count)
        }
    }

    @Test func `a PNG is cut at its end without being encoded again`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.scriptBehindPNG.source)
            #expect(receipt.path == .remux)
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try bench.file(of: receipt))))
            #expect(try pixels(of: bytes, width: 64) == pixels(of: try MediaSample.scriptBehindPNG.bytes, width: 64))
        }
    }

    @Test(arguments: [[], ["tEXt"]])
    func `pixels of a PNG with bytes behind them are encoded again`(more: [String]) async throws {
        let rows = (0..<64 * 64).map { UInt8($0 % 64 * 4) }
        let plain = try Converted.png(rows, width: 64, height: 64)
        var noted = Converted.adding("IDAT", Self.secret, to: plain, at: plain.count - 12)
        for name in more { noted = Converted.adding(name, Self.secret, to: noted) }
        try await Workbench.with { bench in
            var profile = AttachmentProfile.original
            profile.format = .png
            let receipt = try await bench.prepare(.bytes(noted), profile)
            #expect(receipt.path == .render && receipt.facts.traits.isDisjoint(with: [.metadata, .trailingBytes]))
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try bench.file(of: receipt))))
            #expect(Data(bytes).range(of: Data(Self.secret)) == nil)
            #expect(try pixels(of: bytes, width: 64) == pixels(of: plain, width: 64))
        }
    }

    /// Grey of 64 by 64 whose rows, each with its filter, lie in a stored block as they are.
    ///
    /// - Parameter more: what stands behind them, which decoders leave out.
    private static func storedPNG(_ more: [UInt8] = [], checksumIsWrong: Bool = false) throws -> (
        plain: [UInt8], stored: [UInt8]
    ) {
        let plain = try Converted.png([UInt8](repeating: 200, count: 64 * 64), width: 64, height: 64)
        let rows = (0..<64).flatMap { _ in [0] + [UInt8](repeating: 200, count: 64) } + more
        let sums = rows.reduce((1, 0)) { sums, byte in
            let first = (sums.0 + Int(byte)) % 65_521
            return (first, (sums.1 + first) % 65_521)
        }
        func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
        let length: [UInt8] = two(rows.count).reversed() + two(~rows.count).reversed()
        let stream: [UInt8] = [0x78, 0x01, 1] + length + rows + two(sums.1) + two(sums.0 ^ (checksumIsWrong ? 1 : 0))
        return (plain, Converted.adding("IDAT", stream, to: Array(plain[..<33]) + plain.suffix(12)))
    }

    @Test func `pixels of a PNG with a wrong checksum are encoded again`() async throws {
        let (plain, wrong) = try Self.storedPNG(checksumIsWrong: true)
        try await Workbench.with { bench in
            let request = AttachmentRequest(.bytes(wrong), timeout: .seconds(60))
            let inspection = try await bench.preparer.inspect(request)
            #expect(inspection.facts.warnings == [.checksumWrong] && inspection.verdict.work == [.reencode])
            var profile = AttachmentProfile.original
            profile.format = .png
            let receipt = try await bench.prepare(.bytes(wrong), profile)
            #expect(receipt.path == .render && receipt.facts.warnings == [])
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try bench.file(of: receipt))))
            #expect(try pixels(of: bytes, width: 64) == pixels(of: plain, width: 64))
        }
    }

    @Test func `bytes behind the coded rows of a JPEG go with its encoding`() async throws {
        let plain = try MediaSample.photoFitting.bytes
        let noted = Array(plain.dropLast(2)) + Self.secret + [0xFF, 0xD9]
        try await Workbench.with { bench in
            let facts = try await bench.preparer.inspect(AttachmentRequest(.bytes(noted), timeout: .seconds(60))).facts
            #expect(facts.carried == [.behindPixels] && facts.wholeness == .complete)
            #expect(try await bench.prepare(.bytes(plain)).path == .pass)
            let receipt = try await bench.prepare(.bytes(noted))
            #expect(receipt.path == .render && receipt.facts.traits.isDisjoint(with: [.metadata, .trailingBytes]))
            let bytes = try Data(contentsOf: URL(filePath: try bench.file(of: receipt)))
            #expect(bytes.range(of: Data(Self.secret)) == nil)
        }
    }

    @Test func `bytes behind the pixels of an animation's last image go, and its frames stay`() async throws {
        let plain = try MediaSample.animatedGIF.bytes
        #expect(plain.suffix(2) == [0, 0x3B])
        let noted = Array(plain.dropLast(2)) + [UInt8(Self.secret.count)] + Self.secret + [0, 0x3B]
        try await Workbench.with { bench in
            let facts = try await bench.preparer.inspect(AttachmentRequest(.bytes(noted), timeout: .seconds(60))).facts
            #expect(facts.carried == [.behindPixels])
            let receipt = try await bench.prepare(.bytes(noted), .original)
            #expect(receipt.path == .remux)
            #expect(try Data(contentsOf: URL(filePath: try bench.file(of: receipt))) == Data(plain))
        }
    }

    @Test func `pixels of a PNG with more rows than it shows are encoded again`() async throws {
        let (plain, noted) = try Self.storedPNG(Self.secret)
        try await Workbench.with { bench in
            var profile = AttachmentProfile.original
            profile.format = .png
            let facts = try await bench.preparer.inspect(AttachmentRequest(.bytes(noted), timeout: .seconds(60))).facts
            #expect(facts.carried.contains(.behindPixels))
            let receipt = try await bench.prepare(.bytes(noted), profile)
            #expect(receipt.path == .render)
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: try bench.file(of: receipt))))
            #expect(Data(bytes).range(of: Data(Self.secret)) == nil)
            #expect(try pixels(of: bytes, width: 64) == pixels(of: plain, width: 64))
        }
    }

    @Test func `an animation loses comments and keeps its frames`() async throws {
        let plain = try MediaSample.animatedGIF.bytes
        let colours = 13 + 3 << (Int(plain[10] & 7) + 1)
        let comment = [0x21, 0xFE, UInt8(Self.secret.count)] + Self.secret + [0]
        let noted = plain[..<colours] + comment + plain[colours...] + Self.secret
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(.bytes(Array(noted)), .original)
            #expect(receipt.path == .remux)
            #expect(receipt.facts.frames == 10)
            #expect(try Data(contentsOf: URL(filePath: try bench.file(of: receipt))) == Data(plain))
        }
    }

    @Test func `lost rows are no picture, even when nothing is decoded for the result`() async throws {
        let plain = try MediaSample.photoFitting.bytes
        let half = plain[..<2] + Self.segment(0xFE, Self.secret) + plain[2..<plain.count / 2] + [0xFF, 0xD9]
        try await Workbench.with { bench in
            #expect(await problemCode { _ = try await bench.prepare(.bytes(Array(half))) } == .mediaTruncated)
        }
    }
}
