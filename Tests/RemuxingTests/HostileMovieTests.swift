import AttachmentModel
internal import ForeignBytes
import Foundation
import TestSupport
import Testing

@testable internal import Remuxing

/// Indexes that lie cost a code, and nothing else.
struct HostileMovieTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let code: PreparationError.Code
        let bytes: [UInt8]

        init(_ words: String, _ code: PreparationError.Code, _ change: (inout HandMadeMovie) -> Void) {
            var movie = HandMadeMovie()
            change(&movie)
            self.init(words, code, bytes: movie.bytes)
        }

        init(_ words: String, _ code: PreparationError.Code, bytes: [UInt8]) {
            testDescription = words
            self.code = code
            self.bytes = bytes
        }
    }

    private static let hevcSets: [UInt8] = {
        // Twenty-one bytes of levels, four bytes in front of each unit, three arrays of one set each.
        var bytes = [UInt8](repeating: 0, count: 21) + [3, 3]
        for type in [32, 33, 34] as [UInt8] { bytes += [type, 0, 1, 0, 3, type << 1, 1, 7] }
        return bytes
    }()

    private static func fragment(_ run: [Int], flags: Int) -> [UInt8] {
        var writer = BoxWriter()
        writer.box("moof") { writer in
            writer.box("traf") { writer in
                writer.fullBox("tfhd", flags: 0x2_0000) { $0.big(1) }
                writer.fullBox("trun", flags: flags) { writer in
                    for number in run { writer.big(number) }
                }
            }
        }
        return writer.bytes
    }

    static let rows = [
        Row("cut before its index", .mediaTruncated, bytes: HandMadeMovie().brand),
        Row("cut inside its index", .mediaTruncated, bytes: Array(HandMadeMovie().bytes.prefix(300))),
        Row("an index without a track", .mediaCorrupt, bytes: HandMadeMovie().brand + HandMadeMovie.box("moov", [])),
        Row("a chunk beyond the end", .mediaTruncated) { $0.chunkOffset = 90_000 },
        Row("a chunk that ends beyond the end", .mediaTruncated) { $0.chunkOffset = HandMadeMovie().bytes.count - 3 },
        Row("a chunk at the end of all numbers", .mediaTruncated) {
            ($0.chunkOffset, $0.offsetWidth) = (.max, 8)
        },
        Row("a chunk at a negative place", .mediaCorrupt) { ($0.chunkOffset, $0.offsetWidth) = (-1, 8) },
        Row("samples larger than any file", .mediaTruncated) { $0.commonSize = Int(UInt32.max) },
        Row("more sizes than the table holds", .mediaCorrupt) { ($0.commonSize, $0.sampleCount) = (0, 100_000) },
        Row("millions of samples without a table", .mediaTooManySamples) { $0.sampleCount = 4_000_000_000 },
        Row("millions of samples in a table", .mediaTooManySamples) {
            ($0.commonSize, $0.sampleCount) = (0, 3_000_000)
        },
        Row("more samples than chunks hold", .mediaCorrupt) { $0.sampleCount = 6 },
        Row("more chunks than the table holds", .mediaCorrupt) { ($0.offsetCount, $0.sampleCount) = (2, 6) },
        Row("chunks that begin with the second", .mediaCorrupt) { $0.firstChunk = 2 },
        Row("samples in another file", .mediaCorrupt) { $0.isSelfContained = false },
        Row("no parameter sets", .mediaCorrupt) { $0.parts = [] },
        Row("H.264 parameter sets among the samples", .renderUnsupported) {
            $0.parts = HandMadeMovie.box("avcC", [1, 66, 0, 10, 0xFF, 0xE0, 0])
        },
        Row("HEVC parameter sets among the samples", .renderUnsupported) {
            ($0.codec, $0.parts) = ("hev1", HandMadeMovie.box("hvcC", Array(repeating: 0, count: 23)))
        },
        Row("a codec that is not MPEG-4's", .renderUnsupported) { $0.codec = "SVQ3" },
        Row("text only", .renderUnsupported) { $0.handler = "text" },
        Row("no samples", .mediaNoPicture) { $0.sampleCount = 0 },
        Row("two indexes", .mediaCorrupt, bytes: HandMadeMovie().bytes + HandMadeMovie().index),
        Row("a fragment of more samples than memory", .mediaTooManySamples) {
            $0.tail = fragment([Int(UInt32.max)], flags: 0)
        },
        Row("a fragment whose samples lie beyond the end", .mediaTruncated) {
            $0.tail = fragment([1, 1_000_000], flags: 0x200)
        },
        Row("a fragment whose data begin before the file", .mediaCorrupt) {
            $0.tail = fragment([1, -1_000_000, 4], flags: 0x201)
        },
        Row("a fragment shorter than its samples", .mediaCorrupt) { $0.tail = fragment([3, 4], flags: 0x200) },
    ]

    @Test(arguments: rows) func `is refused by its own code`(row: Row) async {
        #expect(await problemCode { _ = try Packing.pack(row.bytes) } == row.code)
    }

    /// With a box of its own behind the end, so that none can pass as it is.
    @Test(arguments: rows.filter { $0.bytes.count > 100 }) func `is not packed by the line either`(row: Row) async {
        let code = await problemCode { try Packing.throughLine(row.bytes + HandMadeMovie.box("uuid", [1])) }
        #expect(code != nil && code != .internalFault)
    }

    @Test func `the movie that is spoilt is sound by itself`() throws {
        let packed = try Packing.pack(HandMadeMovie().bytes)
        #expect(packed.suffix(20) == Data(0..<20))
    }

    @Test func `boxes a thousand deep are metadata like any other`() throws {
        var nest: [UInt8] = []
        for _ in 0..<1_000 { nest = HandMadeMovie.box("udta", nest) }
        var movie = HandMadeMovie()
        movie.indexTail = nest
        #expect(try Packing.pack(movie.bytes) == Packing.pack(HandMadeMovie().bytes))
    }

    @Test func `a 64-bit offset that fits becomes a short one`() throws {
        var movie = HandMadeMovie()
        movie.chunkOffset = movie.brand.count + movie.index.count + 4 + 8
        movie.offsetWidth = 8
        #expect(try Packing.pack(movie.bytes) == Packing.pack(HandMadeMovie().bytes))
    }

    @Test func `samples beyond four gigabytes are found`() async throws {
        try await TemporaryFolder.with { folder in
            let far = 5_000_000_000
            var movie = HandMadeMovie()
            (movie.chunkOffset, movie.offsetWidth) = (far, 8)
            let path = folder + "/sparse.mp4"
            try Data(movie.brand + movie.index).write(to: URL(filePath: path))
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            // A box of 64 bits around a hole with the samples at its end.
            let start = try file.seekToEnd()
            var head = BoxWriter()
            head.big(1)
            head.name("mdat")
            head.big(far + 20 - Int(start), 8)
            try file.write(contentsOf: head.bytes)
            try file.seek(toOffset: UInt64(far))
            try file.write(contentsOf: Array(0..<20))
            try file.close()
            let packing = try Packing(path, .mp4, as: .mp4)
            #expect(packing.bytes == (try Packing.pack(HandMadeMovie().bytes)))
        }
    }

    @Test func `parameter sets that samples repeat are allowed, and others are not`() async throws {
        var movie = HandMadeMovie()
        (movie.codec, movie.parts) = ("hev1", HandMadeMovie.box("hvcC", Self.hevcSets))
        (movie.commonSize, movie.sampleCount) = (20, 1)
        func sample(_ last: UInt8) -> [UInt8] {
            // A video parameter set, then a key picture.
            let data: [UInt8] = [0, 0, 0, 3, 64, 1, last, 0, 0, 0, 9, 38] + Array(repeating: 1, count: 8)
            return movie.bytes.dropLast(20) + data
        }
        let packed = try Packing.pack(sample(7))
        #expect(packed.range(of: Data("hvc1".utf8)) != nil)
        #expect(await problemCode { _ = try Packing.pack(sample(8)) } == .renderUnsupported)
    }

    @Test func `no change of a few bytes brings it down or makes it grow`() async throws {
        try await TemporaryFolder.with { folder in
            var sources = [HandMadeMovie().bytes]
            for (name, flags) in [("last", "negative_cts_offsets"), ("stream", "frag_keyframe+empty_moov")] {
                let path = folder + "/\(name).mp4"
                try FFmpeg.make(path, FFmpeg.h264 + ["-t", "0.3", "-movflags", flags])
                sources.append(Array(try Data(contentsOf: URL(filePath: path))))
            }
            var random = Xorshift(seed: 7)
            for _ in 0..<600 {
                var bytes = sources[random.below(sources.count)]
                for _ in 0...random.below(4) {
                    // The index is where it hurts: at either end.
                    let place =
                        random.below(2) == 0
                        ? random.below(min(bytes.count, 1_500))
                        : bytes.count - 1 - random.below(min(bytes.count, 2_500))
                    bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random.below(256))][random.below(6)]
                }
                let packed = try? Packing.pack(bytes)
                #expect((packed?.count ?? 0) < bytes.count + 100_000)
            }
        }
    }
}

/// Numbers that are the same on every run.
struct Xorshift {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
