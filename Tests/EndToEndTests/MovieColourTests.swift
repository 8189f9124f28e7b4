import Affix
import AttachmentModel
import Foundation
import TestSupport
import Testing

/// Colours of movies that were encoded, against those that the scene was painted with.
@Suite(.timeLimit(.minutes(5)))
struct MovieColourTests {
    /// Bars of three quarters of each colour, of grey, and of nearly black and white.
    private static let bars: [[UInt8]] = [
        [191, 0, 0], [0, 191, 0], [0, 0, 191], [191, 191, 0], [0, 191, 191], [191, 0, 191], [128, 128, 128],
        [20, 20, 20],
    ]

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: String
        let width, height: Int
        /// What makes the pixels of the scene into those of the source, and how it is coded.
        let filter: String
        let coding: [String]
        /// Levels of 255 by which a bar may be out.
        let tolerance: Int
        /// Whether it gets too few bits for its size, and becomes smaller than what players take for large.
        let becomesSmall: Bool
        /// Whether it is small for its goal, and would not be encoded otherwise.
        var isForced: Bool { tolerance > 4 }

        init(
            _ words: String, _ file: String, _ filter: String, _ coding: [String], isLarge: Bool = false,
            becomesSmall: Bool = false, tolerance: Int = 4
        ) {
            self.becomesSmall = becomesSmall
            testDescription = words
            (self.file, self.filter, self.coding, self.tolerance) = (file, filter, coding, tolerance)
            (width, height) = isLarge ? (1_280, 720) : (640, 360)
        }
    }

    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "10"]
    private static func tags(_ matrix: String, _ range: String = "tv", curve: String? = nil) -> [String] {
        ["-colorspace", matrix, "-color_primaries", curve == nil ? "bt709" : "bt2020", "-color_trc", curve ?? "bt709"]
            + ["-color_range", range]
    }
    private static func filter(_ matrix: String, _ range: String = "tv", _ format: String = "yuv420p") -> String {
        "scale=out_color_matrix=\(matrix):out_range=\(range),format=\(format)"
    }
    /// Light with paper white at 203 cd/m².
    private static func light(_ curve: String) -> String {
        "scale=out_color_matrix=bt709,format=yuv444p,"
            + "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv,"
            + "zscale=t=linear:npl=203,format=gbrpf32le,"
            + "zscale=p=bt2020:t=\(curve):m=bt2020nc:r=tv:npl=203,format=yuv420p10le"
    }
    private static func hevc(_ curve: String) -> [String] {
        let parameters = "log-level=error:colorprim=bt2020:transfer=\(curve):colormatrix=bt2020nc:range=limited"
        return ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", parameters, "-qp", "10", "-tag:v", "hev1"]
            + tags("bt2020nc", curve: curve)
    }

    static let rows = [
        Row("full range in H.264", "a.avi", filter("bt709", "pc", "yuvj420p"), h264 + tags("bt709", "pc")),
        Row("full range in Motion JPEG", "a.avi", filter("bt601", "pc", "yuvj420p"), ["-c:v", "mjpeg", "-q:v", "2"]),
        Row("small, BT.601", "a.avi", filter("bt601"), h264 + tags("smpte170m")),
        Row("small, BT.709", "a.avi", filter("bt709"), h264 + tags("bt709")),
        Row("small, nothing said", "a.avi", filter("bt601"), h264),
        Row("large, BT.601", "a.avi", filter("bt601"), h264 + tags("smpte170m"), isLarge: true),
        Row("large, BT.709", "a.avi", filter("bt709"), h264 + tags("bt709"), isLarge: true),
        Row("large, nothing said", "a.avi", filter("bt709"), h264, isLarge: true),
        Row("red, green and blue in H.264", "a.mp4", "format=gbrp", ["-c:v", "libx264rgb", "-qp", "10"]),
        Row("large, red, green and blue", "a.mkv", "format=gbrp", ["-c:v", "ffv1"], isLarge: true),
        Row("4:4:4 with 10 bits", "a.mkv", filter("bt709", "tv", "yuv444p10le"), h264 + tags("bt709")),
        Row("large, nothing said, becoming small", "a.avi", filter("bt709"), h264, isLarge: true, becomesSmall: true),
        Row("the same in MPEG-4", "a.mov", filter("bt709"), h264, isLarge: true, becomesSmall: true),
        Row(
            "large, BT.601, becoming small", "a.mkv", filter("bt601"), h264 + tags("smpte170m"), isLarge: true,
            becomesSmall: true),
        Row("PQ in a transport stream", "a.ts", light("smpte2084"), hevc("smpte2084"), tolerance: 14),
        Row("PQ", "a.mov", light("smpte2084"), hevc("smpte2084"), tolerance: 14),
        Row("HLG", "a.mov", light("arib-std-b67"), hevc("arib-std-b67"), tolerance: 14),
    ]

    @Test(arguments: rows) func `every bar has its colour after it was encoded`(row: Row) async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/" + row.file
            try Self.draw(row, to: source, by: folder + "/scene.rgb")
            var profile = AttachmentProfile.push
            if row.isForced || row.becomesSmall { profile.goals.movie = 1 }
            try await Workbench.with { [profile] bench in
                let receipt = try await bench.prepare(.file(path: source), profile)
                #expect(receipt.path == .transcode)
                #expect(!row.becomesSmall || receipt.facts.width ?? 0 < 1_000)
                let found = try Self.colours(of: bench.file(of: receipt), receipt.facts)
                for (bar, colour) in zip(Self.bars, found) {
                    let most = zip(bar, colour).map { abs(Int($0) - Int($1)) }.max() ?? 255
                    #expect(most <= row.tolerance, "\(bar) became \(colour)")
                }
            }
        }
    }

    private static func draw(_ row: Row, to path: String, by scene: String) throws {
        let line = (0..<row.width).flatMap { bars[$0 * bars.count / row.width] }
        try Data((0..<row.height).flatMap { _ in line }).write(to: URL(filePath: scene))
        let input = ["-stream_loop", "9", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(row.width)x\(row.height)"]
        _ = try Probe.run("ffmpeg", input + ["-r", "10", "-i", scene, "-vf", row.filter] + row.coding + [path])
    }

    /// The middle of each bar, as a player shows it that goes by the tags, and by the size where there are none.
    private static func colours(of path: String, _ facts: MediaFacts) throws -> [[UInt8]] {
        let picture = try #require(try Probe.streams(path).first)
        let (width, height) = (try #require(facts.width), try #require(facts.height))
        let guess = width >= 1_280 || height >= 720 ? "bt709" : "smpte170m"
        let matrix = picture["color_space"] as? String ?? guess
        let range = picture["color_range"] as? String ?? "tv"
        let data = [UInt8](
            try Probe.run(
                "ffmpeg",
                [
                    "-i", path, "-frames:v", "1", "-vf",
                    "scale=in_color_matrix=\(matrix):in_range=\(range),format=rgb24",
                    "-f", "rawvideo", "-",
                ]))
        return bars.indices.map { bar in
            let at = (height / 2 * width + (2 * bar + 1) * width / (2 * bars.count)) * 3
            return Array(data[at..<(at + 3)])
        }
    }
}
