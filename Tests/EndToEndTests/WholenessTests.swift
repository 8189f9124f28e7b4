import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Whether a picture is whole is one truth: looking at it and preparing it come to the same.
struct WholenessTests {
    /// What is done to a good JPEG.
    enum Damage: CaseIterable, Sendable {
        case none, endMissing, endHalved, lastRowsCut, lastRowsCutWithEnd, halved, halvedWithEnd
        case oddScan, oddScanEndMissing, oddScanHalved, oddScanHalvedWithEnd
        case startForEnd, halvedWithStart, halvedWithAnother

        func done(to bytes: [UInt8]) -> [UInt8] {
            let end = Array(bytes.suffix(2))
            return switch self {
            case .none: bytes
            case .endMissing: bytes.dropLast(2)
            case .endHalved: bytes.dropLast()
            case .lastRowsCut: bytes.dropLast(60)
            case .lastRowsCutWithEnd: bytes.dropLast(60) + end
            case .halved: Array(bytes.prefix(bytes.count / 2))
            case .halvedWithEnd: bytes.prefix(bytes.count / 2) + end
            case .startForEnd: bytes.dropLast(2) + [0xFF, 0xD8] + end
            case .halvedWithStart: bytes.prefix(bytes.count / 2) + [0xFF, 0xD8] + end
            case .halvedWithAnother: bytes.prefix(bytes.count / 2) + bytes
            case .oddScan: Self.odd(bytes)
            case .oddScanEndMissing: Self.odd(bytes).dropLast(2)
            case .oddScanHalved: Array(Self.odd(bytes).prefix(bytes.count / 2))
            case .oddScanHalvedWithEnd: Self.odd(bytes).prefix(bytes.count / 2) + end
            }
        }

        /// The header of the first scan as some cameras write it: without the range that it covers.
        private static func odd(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            guard let scan = bytes.indices.dropLast(4).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
            else { return [] }
            let end = scan + 2 + Int(bytes[scan + 2]) << 8 + Int(bytes[scan + 3])
            bytes.replaceSubrange((end - 3)..<end, with: [0, 0, 0])
            return bytes
        }

        var isWhole: Bool {
            [.none, .endMissing, .endHalved, .oddScan, .oddScanEndMissing, .startForEnd].contains(self)
        }
        var lacksEnd: Bool { [.endMissing, .endHalved, .oddScanEndMissing, .startForEnd].contains(self) }
    }

    /// The verdict's first code and the code of the preparation, which are one.
    private func code(of bytes: [UInt8], in bench: Workbench) async throws -> String? {
        let inspection = try await bench.preparer.inspect(AttachmentRequest(.bytes(bytes), timeout: .seconds(60)))
        let code = inspection.verdict.answer == .refused ? inspection.verdict.reasons.first?.code : nil
        let prepared = await problemCode { _ = try await bench.prepare(.bytes(bytes)) }
        #expect(prepared?.text == code)
        return code
    }

    /// Two pixels in a row, in runs of 8 bits or as they are, with a palette of two colours.
    private static func bitmap(method: UInt8, _ pixels: [UInt8]) -> [UInt8] {
        let sizes: [[UInt8]] = [[40, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0], [1, 0, 8, 0], [method, 0, 0, 0]]
        let rest = [UInt8](repeating: 0, count: 12) + [2, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 255, 255, 255, 0]
        return Array("BM".utf8) + [UInt8](repeating: 0, count: 8) + [62, 0, 0, 0] + sizes.joined() + rest + pixels
    }

    @Test(
        arguments: [
            (bitmap(method: 0, [1, 0, 0, 0]), nil), (bitmap(method: 0, [1, 9, 0, 0]), "media-corrupt"),
            (bitmap(method: 1, [2, 1, 0, 1]), nil), (bitmap(method: 1, [1, 1]), "media-truncated"),
        ] as [([UInt8], String?)])
    func `a bitmap is whole when its decoder says so`(bytes: [UInt8], expected: String?) async throws {
        let found = try await Workbench.with { try await code(of: bytes, in: $0) }
        #expect(found == expected)
    }

    @Test func `rows that are lost below the shown part are as lost as others`() async throws {
        try await Workbench.with { bench in
            let whole = try MediaSample.photo1200x800.bytes
            // Rows 100 to 700 of 800 are shown: what is cut lies below.
            let bytes = whole.prefix(whole.count * 94 / 100) + [0xFF, 0xD9]
            let request = AttachmentRequest(.bytes(Array(bytes)), profile: .banner, timeout: .seconds(60))
            let verdict = try await bench.preparer.inspect(request).verdict
            #expect(verdict.reasons.first?.code == "media-truncated")
            let prepared = await problemCode { _ = try await bench.preparer.prepare(request) }
            #expect(prepared == .mediaTruncated)
        }
    }

    @Test(arguments: [MediaSample.photo1200x800, .photoFitting, .photoCMYK, .photoDisplayP3], Damage.allCases)
    func `a JPEG is whole when its rows are there, with or without an end`(
        sample: MediaSample, damage: Damage
    ) async throws {
        try await Workbench.with { bench in
            let bytes = damage.done(to: try sample.bytes)
            #expect(try await code(of: bytes, in: bench) == (damage.isWhole ? nil : "media-truncated"))
            let facts = try await bench.preparer.inspect(AttachmentRequest(.bytes(bytes), timeout: .seconds(60))).facts
            #expect(facts.warnings.contains(.endMissing) == damage.lacksEnd)
        }
    }

    /// A progressive picture has all rows from its first scan on; what follows makes them finer.
    @Test func `a progressive JPEG that breaks off between scans is cut, although every row is there`() async throws {
        try await Workbench.with { bench in
            let bytes = try MediaSample.photoProgressive.bytes
            let tables = bytes.indices.dropLast(1).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 }
            let third = try #require(tables.dropFirst(3).first)
            #expect(try await code(of: Array(bytes[..<third]), in: bench) == "media-truncated")
            #expect(try await code(of: bytes.dropLast(2), in: bench) == nil)
        }
    }

    /// LZW codes of three bits: a clear code before every other pixel keeps them so.
    private static func frame(pixels: Int, colour: Int? = nil, control: UInt8 = 0) -> [UInt8] {
        var codes: [Int] = []
        for pixel in 0..<pixels {
            if pixel % 2 == 0 { codes.append(4) }
            codes.append(colour ?? pixel % 4)
        }
        codes.append(5)
        var (bytes, bits, held): ([UInt8], Int, Int) = ([], 0, 0)
        for code in codes {
            bits |= code << held
            held += 3
            if held >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                held -= 8
            }
        }
        bytes.append(UInt8(bits))
        var blocks: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let part = bytes[start..<min(start + 255, bytes.count)]
            blocks += [UInt8(part.count)] + part
        }
        let head: [UInt8] = [0x21, 0xF9, 4, control, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 64, 0, 48, 0, 0, 2]
        return head + blocks + [0]
    }

    private static func animation(_ frames: [UInt8]..., end: [UInt8] = [0x3B]) -> [UInt8] {
        let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
        return Array("GIF89a".utf8) + [64, 0, 48, 0, 0x91, 0, 0] + palette + frames.joined() + end
    }

    private static let full = frame(pixels: 64 * 48)

    @Test(arguments: [
        (animation(full), nil), (animation(full, full), nil),
        (animation(frame(pixels: 64 * 48 - 63)), nil), (animation(frame(pixels: 64 * 47)), "media-truncated"),
        (animation(full, frame(pixels: 1_000), full), "media-truncated"),
        (animation(full, end: []), nil), (animation(full, end: Array(full.prefix(15))), "media-truncated"),
        (Array(animation(full, full, end: []).dropLast(9)), "media-truncated"),
    ])
    func `a GIF is whole when its codes give every row, with or without an end`(
        bytes: [UInt8], expected: String?
    ) async throws {
        let found = try await Workbench.with { try await code(of: bytes, in: $0) }
        #expect(found == expected)
    }

    @Test(arguments: [
        (animation(full, full), false), (animation(frame(pixels: 64 * 48, colour: 1), full), true),
        (animation(frame(pixels: 64 * 48, colour: 0, control: 1), full), true),
        (animation(frame(pixels: 64 * 48, colour: 1)), false),
    ])
    func `an animation that begins with nothing to see is warned of`(bytes: [UInt8], isBlank: Bool) async throws {
        try await Workbench.with { bench in
            let request = AttachmentRequest(.bytes(bytes), timeout: .seconds(60))
            let facts = try await bench.preparer.inspect(request).facts
            #expect(facts.warnings.contains(.firstFrameBlank) == isBlank)
            let receipt = try await bench.preparer.prepare(request)
            if receipt.path == .pass { #expect(receipt.warnings.contains(.firstFrameBlank) == isBlank) }
        }
    }

    /// The end of the file is where the format says; what lies between is not what it says.
    @Test(arguments: [
        MediaSample.photoWebP, .alphaWebP, .photoAVIF, .photoHEIC, .smallTIFF, .alphaPNG, .stillGIF, .truncatedPNG,
    ])
    func `whatever half a picture is called, both say it`(sample: MediaSample) async throws {
        try await Workbench.with { bench in
            let bytes = try sample.bytes
            #expect(try await code(of: Array(bytes.prefix(bytes.count / 2)), in: bench) == "media-truncated")
        }
    }

    /// Each byte is proven by its checksum, and yet there are not enough of them: 40 rows of 64.
    @Test func `a PNG with fewer rows than it says is corrupt`() async throws {
        let short =
            "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAGUlEQVR42u3BgQAAAADDoPlTH+AKVQEAwBsKKAAB54Y7KQAAAABJRU5ErkJggg=="
        let bytes = [UInt8](try #require(Data(base64Encoded: short)))
        let found = try await Workbench.with { try await code(of: bytes, in: $0) }
        #expect(found == "media-corrupt")
    }

    /// libjpeg-turbo decodes eight bits; the header of this one says twelve.
    @Test func `a variant that our decoders lack is not called damaged`() async throws {
        var bytes = try MediaSample.photo1200x800.bytes
        let frame = try #require(bytes.indices.dropLast(4).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes[frame + 4] = 12
        let found = try await Workbench.with { try await code(of: bytes, in: $0) }
        #expect(found == "render-unsupported")
    }

    @Test func `rows that make no sense are corrupt, whatever follows them`() async throws {
        var bytes = try MediaSample.photo1200x800.bytes
        let middle = bytes.count / 2
        for index in middle..<(middle + 2_000) { bytes[index] = UInt8(truncatingIfNeeded: index &* 101) & 0x7F }
        let found = try await Workbench.with { try await code(of: bytes, in: $0) }
        #expect(found == "media-corrupt" || found == "media-truncated")
    }

    @Test(arguments: [
        (MediaSample.photo1200x800, Array("<script>alert(1)</script>".utf8)), (.stillGIF, Array("PK\u{3}\u{4}".utf8)),
    ])
    func `bytes behind the end are a warning, no fault, and not published`(
        sample: MediaSample, tail: [UInt8]
    ) async throws {
        try await Workbench.with { bench in
            let source = MediaSource.bytes(try sample.bytes + tail)
            let inspection = try await bench.preparer.inspect(AttachmentRequest(source, timeout: .seconds(60)))
            #expect(inspection.verdict.answer == .attachable)
            #expect(inspection.verdict.work.contains(.strip))
            #expect(inspection.facts.wholeness == .complete)
            #expect(inspection.facts.warnings.contains(.trailingBytes))
            let receipt = try await bench.prepare(source)
            let published = try Data(contentsOf: URL(filePath: try bench.file(of: receipt)))
            #expect(published.range(of: Data(tail)) == nil)
        }
    }
}
