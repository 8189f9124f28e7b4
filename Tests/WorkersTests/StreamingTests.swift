import AttachmentModel
import FlowControl
import Foundation
import Handover
import Rulebook
import TestSupport
import Testing
import Workers

/// ffmpeg behind its lock and a worker behind its own, at both ends of a pipe.
@Suite(.timeLimit(.minutes(3)))
struct StreamingTests {
    private let pool = WorkerPool(configuration)

    private static var configuration: WorkerPool.Configuration {
        var configuration = WorkerPool.Configuration(program: Products.path(of: "affix-worker"), width: 1, threads: 1)
        configuration.ffmpeg = "/usr/bin/ffmpeg"
        return configuration
    }

    private struct Seen {
        let number: Int
        let isLively: Bool
        let width, height: Int?
    }

    private func still(
        of bytes: [UInt8], as kind: MediaKind = .mp4, side: Int = 1_024, with pool: WorkerPool? = nil,
        until deadline: Deadline = Deadline(in: .seconds(120))
    ) async throws -> Seen {
        var facts = MediaFacts(kind: kind, bytes: bytes.count)
        (facts.width, facts.height, facts.duration) = (160, 90, 6)
        var profile = AttachmentProfile.push
        (profile.width, profile.height) = (side, side)
        let recipe = try PosterRecipe(for: facts, profile: profile, limits: SourceLimits())
        let still = try await (pool ?? self.pool).still(
            of: try Download.made(of: bytes), by: recipe, within: .seconds(60), until: deadline)
        return Seen(
            number: still.number, isLively: still.isLively, width: still.facts.width, height: still.facts.height)
    }

    @Test(arguments: [
        ("testsrc2=s=160x90:r=10", 1...1, true),
        (
            "color=black:s=160x90:r=10:d=1,tpad=stop_mode=add:stop_duration=0[a];testsrc2=s=160x90:r=10[b];[a][b]concat",
            11...11, true
        ),
        ("testsrc2=s=160x90:r=10,fade=in:st=0:d=2", 2...20, true),
        ("color=black:s=160x90:r=10", 1...1, false),
        ("color=gray:s=160x90:r=10,noise=alls=6:allf=t:all_seed=1", 1...50, false),
    ])
    func `the first frame that shows something is found`(
        source: String, number: ClosedRange<Int>, isLively: Bool
    ) async throws {
        let seen = try await still(of: try await DrawnMovie.make(source, seconds: 6))
        #expect(number.contains(seen.number) && seen.isLively == isLively, "\(seen)")
        #expect(seen.width == 160 && seen.height == 90)
    }

    @Test func `nothing behind the first five seconds counts`() async throws {
        let source = "color=black:s=160x90:r=10:d=6[a];testsrc2=s=160x90:r=10[b];[a][b]concat"
        #expect(try await !still(of: try await DrawnMovie.make(source, seconds: 8)).isLively)
    }

    @Test func `pixels that are not square are stretched, and a rotated movie stands upright`() async throws {
        let wide = try await still(of: try await DrawnMovie.make("testsrc2=s=160x90:r=10,setsar=2/1", seconds: 1))
        #expect(wide.width == 320 && wide.height == 90)
        let flat = try await DrawnMovie.make("testsrc2=s=160x90:r=10", seconds: 1)
        let turned = try await DrawnMovie.turned(flat, by: 90)
        let upright = try await still(of: turned)
        #expect(upright.width == 90 && upright.height == 160)
    }

    @Test func `a frame is drawn no larger than of use`() async throws {
        let seen = try await still(of: try await DrawnMovie.make("testsrc2=s=1280x720:r=10", seconds: 1), side: 100)
        #expect(seen.width == 178 && seen.height == 100)
    }

    @Test func `a sound has no frame, and a broken movie says so`() async throws {
        let sound = try await DrawnMovie.run(["-f", "lavfi", "-t", "1", "-i", "sine", "-c:a", "aac", "-f", "mp4"])
        #expect(await problemCode { _ = try await still(of: sound) } == .mediaNoPicture)
        let movie = try await DrawnMovie.make("testsrc2=s=160x90:r=10", seconds: 1)
        let broken = Array(movie.prefix(500))
        #expect(await problemCode { _ = try await still(of: broken) } == .mediaCorrupt)
    }

    @Test func `without ffmpeg there is a code for it`() async throws {
        var configuration = Self.configuration
        configuration.ffmpeg = nil
        let pool = WorkerPool(configuration)
        let movie = try await DrawnMovie.make("testsrc2=s=160x90:r=10", seconds: 1)
        #expect(await problemCode { _ = try await still(of: movie, with: pool) } == .renderTranscoderMissing)
        #expect(try await still(of: movie).number == 1)
    }

    @Test func `no time left is the deadline, and the next one has its turn`() async throws {
        let movie = try await DrawnMovie.make("testsrc2=s=160x90:r=10", seconds: 1)
        let code = await problemCode { _ = try await still(of: movie, until: Deadline(in: .milliseconds(30))) }
        #expect(code == .deadline)
        #expect(try await still(of: movie).number == 1)
    }

    private func waveform(
        of bytes: [UInt8], as kind: MediaKind, with pool: WorkerPool? = nil
    ) async throws -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: bytes.count)
        facts.duration = 1
        let recipe = try WaveformRecipe(for: facts, profile: .banner, limits: SourceLimits())
        let rendition = try await (pool ?? self.pool).waveform(
            of: try Download.made(of: bytes), by: recipe, limits: SourceLimits(), within: .seconds(60),
            until: Deadline(in: .seconds(120)))
        return rendition.facts
    }

    @Test(arguments: [
        "sine=frequency=440", "aevalsrc=exprs=0:d=1", "aevalsrc=exprs=sin(880*PI*t)|0:d=1",
        "sine=frequency=440:duration=0.01",
    ])
    func `a sound becomes a picture, be it loud, silent, of two channels or short`(source: String) async throws {
        let sound = try await DrawnMovie.run(["-f", "lavfi", "-t", "1", "-i", source, "-f", "wav"])
        let facts = try await waveform(of: sound, as: .wav)
        #expect(facts.kind == .png && facts.width == 1_024 && facts.height == 512 && facts.alpha)
    }

    /// An ffmpeg that something outside of it kills, with half of the sound sent or with nothing.
    @Test(arguments: ["head -c 4000 /dev/zero >&4", ":"])
    func `a sound of which only a part came is not drawn, and tried once more`(sending: String) async throws {
        try await TemporaryFolder.with { folder in
            let script = "#!/bin/sh\nprintf . >> \(folder)/tries\n\(sending)\nkill -9 $$\n"
            TemporaryFolder.write(script, mode: 0o700, to: folder + "/ffmpeg")
            var configuration = Self.configuration
            (configuration.ffmpeg, configuration.isLocked) = (folder + "/ffmpeg", false)
            let pool = WorkerPool(configuration)
            #expect(await problemCode { _ = try await waveform(of: [1, 2, 3], as: .wav, with: pool) } == .overloaded)
            let tries = try String(contentsOfFile: folder + "/tries", encoding: .utf8)
            #expect(tries == "..")
        }
    }

    @Test func `what has no sound has no waveform`() async throws {
        let movie = try await DrawnMovie.make("testsrc2=s=160x90:r=10", seconds: 1)
        #expect(await problemCode { _ = try await waveform(of: movie, as: .m4a) } == .mediaNoPicture)
    }
}
