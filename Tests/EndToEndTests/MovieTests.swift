import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Movies and sounds that have to be encoded, judged by ffprobe and by their pixels.
@Suite(.timeLimit(.minutes(4)))
struct MovieTests {
    /// Frames, each scaled to a few pixels, as red, green and blue.
    private func pixels(_ path: String, at second: Double, width: Int, height: Int) throws -> [UInt8] {
        let arguments = [
            "-ss", "\(second)", "-i", path, "-frames:v", "1", "-vf", "format=gbrp,scale=\(width):\(height):flags=area",
            "-f",
            "rawvideo",
            "-pix_fmt", "rgb24", "-",
        ]
        return [UInt8](try Probe.run("ffmpeg", arguments))
    }

    private func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
        guard one.count == other.count, !one.isEmpty else { return .infinity }
        return Double(zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(one.count)
    }

    /// Movies among the samples that are encoded, and the size that they are shown in.
    static let movies: [(MediaSample, Int, Int, hasSound: Bool)] = [
        (.vp9WebM, 320, 240, true), (.part2AVI, 320, 240, true), (.interlacedMPEG, 512, 288, true),
        (.oddSides, 320, 240, true), (.hdr422, 320, 240, false),
    ]

    @Test(arguments: movies)
    func `a movie becomes what every device plays`(
        sample: MediaSample, width: Int, height: Int, hasSound: Bool
    ) async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(sample.source)
            let path = try bench.file(of: receipt)
            #expect(receipt.path == .transcode && receipt.facts.kind == .mp4)
            let streams = try Probe.streams(path)
            let picture = try #require(streams.first)
            #expect(picture["codec_name"] as? String == "h264" && picture["profile"] as? String == "High")
            #expect(picture["pix_fmt"] as? String == "yuv420p" && picture["field_order"] as? String == "progressive")
            #expect(picture["width"] as? Int == width && picture["height"] as? Int == height)
            #expect((picture["sample_aspect_ratio"] as? String ?? "1:1") == "1:1")
            #expect((picture["side_data_list"] as? [Any] ?? []).isEmpty)
            #expect(streams.count == (hasSound ? 2 : 1))
            if hasSound {
                #expect(streams[1]["codec_name"] as? String == "aac" && streams[1]["profile"] as? String == "LC")
            }
            #expect(try Probe.outermostBoxes(path).prefix(2) == ["ftyp", "moov"])
            #expect(try Probe.frames(path) > 15)
            // As it was before, apart from its light.
            if sample != .hdr422 {
                let (before, after) = (
                    try pixels(sample.path, at: 0.5, width: 16, height: 12),
                    try pixels(path, at: 0.5, width: 16, height: 12)
                )
                #expect(difference(before, after) < 6)
            }
            #expect(receipt.source.facts?.codecs != receipt.facts.codecs || sample == .oddSides)
            #expect(abs((receipt.facts.duration ?? 0) - (receipt.source.facts?.duration ?? 0)) < 0.3)
            #expect(TemporaryFolder.files(below: bench.state).isEmpty)
        }
    }

    /// The sample was made of the same scene as this one, without the light.
    @Test func `more light than a screen has becomes usual light, and looks much the same`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.hdr422.source)
            let picture = try #require(try Probe.streams(bench.file(of: receipt)).first)
            #expect(picture["color_transfer"] as? String == "bt709" && picture["color_space"] as? String == "bt709")
            let after = try pixels(bench.file(of: receipt), at: 0.5, width: 16, height: 12)
            let scene = try pixels(MediaSample.moovFirst.path, at: 0.5, width: 16, height: 12)
            #expect(difference(after, scene) < 20)
            #expect(receipt.lost == ["light beyond usual screens (pq)"])
        }
    }

    @Test func `a turned movie is turned upright when it is encoded`() async throws {
        try await TemporaryFolder.with { folder in
            let turned = folder + "/turned.mp4"
            _ = try Probe.run(
                "ffmpeg",
                [
                    "-i", MediaSample.portraitRotated.path, "-c", "copy", "-c:v", "mpeg4", "-q:v", "4", "-t", "1",
                    folder + "/a.mp4",
                ])
            _ = try Probe.run("ffmpeg", ["-i", folder + "/a.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", turned])
            try await Workbench.with { bench in
                let receipt = try await bench.prepare(.file(path: turned))
                #expect(receipt.source.facts?.orientation != 1 && receipt.facts.orientation == 1)
                #expect(receipt.facts.width == receipt.source.facts?.width)
                let (before, after) = (
                    try pixels(turned, at: 0.5, width: 12, height: 12),
                    try pixels(bench.file(of: receipt), at: 0.5, width: 12, height: 12)
                )
                #expect(difference(before, after) < 6)
            }
        }
    }

    @Test func `many frames become thirty a second and large ones small`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/fast.mkv"
            let scene = ["-f", "lavfi", "-t", "2", "-i", "testsrc2=s=1440x1080:r=60"]
            _ = try Probe.run("ffmpeg", scene + ["-c:v", "mpeg4", "-q:v", "3", source])
            try await Workbench.with { bench in
                let receipt = try await bench.prepare(.file(path: source))
                #expect(receipt.facts.width == 1280 && receipt.facts.height == 960)
                #expect((55...63).contains(try Probe.frames(bench.file(of: receipt))))
                #expect(receipt.lost.contains("size: 1440x1080 became 1280x960"))
            }
        }
    }

    @Test func `a movie that is too long ends after thirty seconds, without being decoded`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.thirtyFiveSeconds.source)
            #expect(receipt.path == .remux && receipt.facts.duration == 30)
            #expect(receipt.warnings == [.trimmed] && receipt.lost == ["everything after 30.0 s"])
            let whole = try await bench.prepare(MediaSample.thirtyFiveSeconds.source, .original)
            #expect(whole.path == .pass && whole.facts.duration == 35 && whole.warnings == [.longerThanShown])
        }
    }

    @Test func `where no key frame is near it is encoded and ends at thirty seconds too`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/long.mp4"
            let scene = ["-f", "lavfi", "-t", "33", "-i", "testsrc2=s=64x48:r=10"]
            _ = try Probe.run("ffmpeg", scene + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "999", source])
            try await Workbench.with { bench in
                let receipt = try await bench.prepare(.file(path: source))
                #expect(receipt.path == .transcode && receipt.facts.duration == 30 && receipt.warnings == [.trimmed])
            }
        }
    }

    @Test func `one that is far over its goal is made to meet it`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/large.mp4"
            let scene = ["-f", "lavfi", "-t", "3", "-i", "testsrc2=s=640x480:r=25,noise=alls=80:allf=t"]
            _ = try Probe.run(
                "ffmpeg",
                scene + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-qp", "12", source])
            var profile = AttachmentProfile.push
            profile.goals.movie = 400_000
            try await Workbench.with { [profile] bench in
                let receipt = try await bench.prepare(.file(path: source), profile)
                #expect(receipt.source.facts?.bytes ?? 0 > 1_000_000)
                #expect(receipt.bytes <= 400_000 && !receipt.warnings.contains(.overGoal))
            }
        }
    }

    @Test func `an animation over the cap becomes a movie where the profile says so`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/large.gif"
            let scene = ["-f", "lavfi", "-t", "4", "-i", "testsrc2=s=400x300:r=25,noise=alls=60:allf=t"]
            _ = try Probe.run("ffmpeg", scene + [source])
            var profile = AttachmentProfile.push
            profile.animation = .movie
            try await Workbench.with { [profile] bench in
                let receipt = try await bench.prepare(.file(path: source), profile)
                #expect(receipt.source.facts?.bytes ?? 0 > 10_000_000)
                #expect(
                    receipt.facts.kind == .mp4 && receipt.path == .transcode
                        && !receipt.warnings.contains(.animationLost))
                let picture = try #require(try Probe.streams(bench.file(of: receipt)).first)
                #expect(picture["color_space"] as? String == "bt709")
                let (before, after) = (
                    try pixels(source, at: 1, width: 6, height: 4),
                    try pixels(bench.file(of: receipt), at: 1, width: 6, height: 4)
                )
                #expect(difference(before, after) < 12)
            }
        }
    }

    @Test(arguments: [MediaSample.vp9WebM, .hdr422, .flac])
    func `the same file becomes the same bytes, whatever the machine is set to`(sample: MediaSample) async throws {
        var digests: Set<String> = []
        for workers in [1, 2, 5] {
            digests.insert(try await Workbench.with(workers: workers) { try await $0.prepare(sample.source).digest })
        }
        #expect(digests.count == 1)
    }

    @Test(arguments: [
        MediaSample.flac, .opusOgg, .vorbisOgg, .floatWAV, .ulawAIFC, .wma, .silenceAMR,
    ])
    func `a sound becomes MPEG-4 audio`(sample: MediaSample) async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(sample.source)
            let path = try bench.file(of: receipt)
            #expect(receipt.path == .transcode && receipt.facts.kind == .m4a && receipt.url.hasSuffix(".m4a"))
            let streams = try Probe.streams(path)
            #expect(streams.map { $0["codec_name"] as? String } == ["aac"])
            #expect(streams[0]["profile"] as? String == "LC")
            #expect(Int(streams[0]["bit_rate"] as? String ?? "") ?? .max < 165_000)
            #expect(abs((receipt.facts.duration ?? 0) - 2) < 0.15)
            #expect(try [UInt8](Data(contentsOf: URL(filePath: path))[4..<12]) == Array("ftypM4A ".utf8))
        }
    }

    @Test func `a sound over the cap is encoded at the rate that its goal allows`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/long.wav"
            _ = try Probe.run(
                "ffmpeg", ["-f", "lavfi", "-t", "90", "-i", "anoisesrc=r=32000:c=pink", "-ac", "1", source])
            try await Workbench.with { bench in
                let receipt = try await bench.prepare(.file(path: source))
                #expect(receipt.source.facts?.bytes ?? 0 > 5_000_000)
                #expect(receipt.bytes <= 1_000_000 && receipt.facts.duration ?? 0 > 89)
            }
        }
    }

    @Test func `a sound that fits under no cap is cut, with a warning`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/hour.wav"
            _ = try Probe.run(
                "ffmpeg", ["-f", "lavfi", "-t", "1300", "-i", "anullsrc=r=8000:cl=mono", "-c:a", "pcm_s16le", source])
            try await Workbench.with { bench in
                for profile in [AttachmentProfile.push, .original] {
                    let receipt = try await bench.prepare(.file(path: source), profile)
                    #expect(receipt.facts.duration ?? 0 < 30.1 && receipt.warnings == [.trimmed])
                }
            }
        }
    }

    @Test func `without ffmpeg what needs it is refused, and everything else works`() async throws {
        try await TemporaryFolder.with { folder in
            var configuration = PreparerConfiguration()
            (configuration.shelf, configuration.state) = (folder + "/shelf", folder + "/state")
            configuration.workerPath = Products.path(of: "affix-worker")
            configuration.budgets = .provoking()
            configuration.ffmpegPath = folder + "/ffmpeg"
            let preparer = try Preparer(configuration)
            func prepare(_ sample: MediaSample) async throws(PreparationError) -> Receipt {
                try await preparer.prepare(AttachmentRequest(sample.source, timeout: .seconds(60)))
            }
            #expect(await problemCode { _ = try await prepare(.vp9WebM) } == .renderTranscoderMissing)
            #expect(await problemCode { _ = try await prepare(.flac) } == .renderTranscoderMissing)
            #expect(try await prepare(.quickTime).path == .remux)
            #expect(try await prepare(.photoWebP).path == .render)
            let found = await preparer.examine().first { $0.name == "ffmpeg" }
            #expect(found?.isGood == false && found?.remedy?.contains("AFFIX_FFMPEG") == true)
        }
    }

    @Test func `too little time is a code, and nothing is left behind`() async throws {
        var budgets = StageBudgets.provoking()
        budgets.renderMovie = .milliseconds(20)
        try await Workbench.with(budgets: budgets) { bench in
            #expect(await problemCode { _ = try await bench.prepare(MediaSample.vp9WebM.source) } == .renderTimeout)
            #expect(bench.leftovers.isEmpty)
        }
    }

    @Test func `a movie may take longer than anything else where the request says so`() async throws {
        try await Workbench.with { bench in
            var request = AttachmentRequest(MediaSample.vp9WebM.source, timeout: .seconds(60))
            request.movieTimeout = .milliseconds(1)
            let movie = request
            #expect(await problemCode { _ = try await bench.preparer.prepare(movie) } == .deadline)
            request.source = MediaSample.photoFitting.source
            let picture = try await bench.preparer.prepare(request)
            #expect(picture.path == .pass)
        }
    }

    @Test func `the machine's ffmpeg is examined behind its lock`() async throws {
        let findings = try await Workbench.with { await $0.preparer.examine() }
        let found = try #require(findings.first { $0.name == "ffmpeg" })
        #expect(found.isGood && found.found.contains("version 5") && found.found.hasSuffix("locked"), "\(found.found)")
    }
}
