import AttachmentModel
import Confinement
import FlowControl
import Foundation
import Handover
import MediaSamples
import Synchronization
import TestSupport
import Testing
import Transcoding

@testable import Workers

/// Runs of the real ffmpeg behind its lock.
@Suite(.timeLimit(.minutes(3)))
struct TranscoderTests {
    private let pool = WorkerPool(configuration)

    private static var configuration: WorkerPool.Configuration {
        var configuration = WorkerPool.Configuration(
            program: Products.path(of: "affix-worker"), width: 1, threads: 1)
        configuration.ffmpeg = "/usr/bin/ffmpeg"
        return configuration
    }

    /// Minutes of work out of two seconds of a movie: it is told to go round and round.
    private static let endless = [
        "-map", "0:V:0", "-vf", "loop=loop=-1:size=30,scale=1920:1080", "-c:v", "libx264", "-preset", "veryslow",
    ]
    private static let copying = ["-map", "0", "-c", "copy"]

    private func transcode(
        _ bytes: [UInt8], _ options: [String] = copying, of kind: MediaKind = .mp4, with pool: WorkerPool? = nil,
        fileSize: Int = 10_000_000, budget: Duration = .seconds(60),
        until deadline: Deadline = Deadline(in: .seconds(60)),
        onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> Data {
        let download = try Download.made(of: bytes)
        let output = try present(OwnedDescriptor.memory(named: "affix-test"))
        let call = try #require(FFmpegCall(reading: kind, making: options, as: "mp4"))
        _ = try await (pool ?? self.pool).transcode(
            call, from: download.descriptor, into: output,
            within: WorkerPool.TranscodeBounds(memory: 500_000_000, fileSize: fileSize), budget: budget,
            until: deadline,
            onProgress: onProgress)
        var data = Data()
        try unsafe output.forEachPiece(of: output.fileSize ?? 0) { unsafe data.append(contentsOf: $0) }
        return data
    }

    /// Processes that this one started and that have not ended.
    private func children() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }.compactMap { process in
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
            let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && fields[1] == "\(getpid())" && status.contains("(ffmpeg)") ? status : nil
        }
    }

    @Test func `a file goes in by its descriptor and another one comes out`() async throws {
        let made = try await transcode(try MediaSample.moovLast.bytes)
        #expect(made.count > 10_000)
        #expect(made[4..<8] == Data("ftyp".utf8))
    }

    @Test func `its progress is told in seconds`() async throws {
        let seen = Mutex<[Double]>([])
        _ = try await transcode(try MediaSample.moovLast.bytes) { time in seen.withLock { $0.append(time) } }
        let last = seen.withLock { $0.last ?? 0 }
        #expect((1.5...2.5).contains(last), "\(last)")
    }

    @Test func `without ffmpeg there is a code for it`() async throws {
        var configuration = Self.configuration
        configuration.ffmpeg = nil
        let pool = WorkerPool(configuration)
        let bytes = try MediaSample.moovLast.bytes
        #expect(await problemCode { _ = try await transcode(bytes, with: pool) } == .renderTranscoderMissing)
    }

    @Test func `a program that cannot be started is the machine's fault`() async throws {
        var configuration = Self.configuration
        configuration.ffmpeg = "/nonexistent/ffmpeg"
        let pool = WorkerPool(configuration)
        let bytes = try MediaSample.moovLast.bytes
        #expect(await problemCode { _ = try await transcode(bytes, with: pool) } == .configurationMachine)
    }

    @Test func `what is no movie is corrupt, and what holds other streams has none`() async throws {
        let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919) }
        #expect(await problemCode { _ = try await transcode(noise) } == .mediaCorrupt)
        let sound = try MediaSample.m4aAAC.bytes
        #expect(await problemCode { _ = try await transcode(sound, ["-map", "0:V:0"]) } == .mediaNoPicture)
    }

    @Test func `no demuxer but the one that was chosen is tried`() async throws {
        let list = Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8)
        #expect(await problemCode { _ = try await transcode(list, of: .matroska) } == .mediaCorrupt)
    }

    /// Stands in for an ffmpeg that something outside of it kills some times, in the middle of its work.
    private func killed(_ times: Int, _ body: (WorkerPool) async throws -> Void) async throws -> Int {
        try await TemporaryFolder.with { folder in
            TemporaryFolder.write(
                """
                #!/bin/sh
                printf . >> \(folder)/tries
                printf half >> /proc/self/fd/4
                read -r tries < \(folder)/tries
                [ ${#tries} -gt \(times) ] || kill -9 $$
                printf whole >> /proc/self/fd/4
                """, mode: 0o700, to: folder + "/ffmpeg")
            var configuration = Self.configuration
            (configuration.ffmpeg, configuration.isLocked) = (folder + "/ffmpeg", false)
            try await body(WorkerPool(configuration))
            return try String(contentsOfFile: folder + "/tries", encoding: .utf8).count
        }
    }

    @Test func `one that was killed from outside is tried once more, from the beginning`() async throws {
        let tries = try await killed(1) { pool in
            let made = try await transcode(try MediaSample.moovLast.bytes, with: pool)
            #expect(String(decoding: made, as: UTF8.self) == "halfwhole")
        }
        #expect(tries == 2)
    }

    @Test func `one that is killed each time is the machine's matter, and no fault of the file`() async throws {
        let bytes = try MediaSample.moovLast.bytes
        let tries = try await killed(9) { pool in
            #expect(await problemCode { _ = try await transcode(bytes, with: pool) } == .overloaded)
        }
        #expect(tries == 2)
    }

    /// As ffmpeg does, which takes either signal for a request.
    @Test(arguments: [("XCPU", "while :; do :; done", SIGXCPU), ("TERM", "kill -TERM $$", nil)])
    func `who gives way when its processor time is over has ended by that, and by nothing else`(
        signal: String, deed: String, ending: Int32?
    ) async throws {
        try await TemporaryFolder.with { folder in
            TemporaryFolder.write(
                "#!/bin/sh\ntrap 'exit 255' \(signal)\n\(deed)\n", mode: 0o700, to: folder + "/ffmpeg")
            let arguments = TranscoderArguments(
                memory: 1 << 30, processorSeconds: 1, fileSize: 1 << 20, niceness: 0, isLocked: false,
                program: folder + "/ffmpeg", arguments: [])
            let input = try present(OwnedDescriptor.memory(named: "affix-test"))
            let output = try present(OwnedDescriptor.memory(named: "affix-test"))
            let (one, other) = (input.number, output.number)
            let found = try await BlockingLane().run {
                let process = try TranscoderProcess(
                    program: Products.path(of: "affix-transcoder"), arguments, input: one, output: other)
                return process.follow(until: Deadline(in: .seconds(60))) { _ in }
            }
            #expect(found == ending.map { .signal($0) } ?? .status(255))
        }
    }

    @Test func `more bytes than are of use end it`() async throws {
        let bytes = try MediaSample.moovLast.bytes
        #expect(await problemCode { _ = try await transcode(bytes, fileSize: 5_000) } == .renderCapUnreachable)
    }

    @Test func `its budget and the deadline end it with all that it started`() async throws {
        let bytes = try MediaSample.moovLast.bytes
        let timeout = await problemCode { _ = try await transcode(bytes, Self.endless, budget: .milliseconds(600)) }
        #expect(timeout == .renderTimeout)
        let deadline = await problemCode {
            _ = try await transcode(bytes, Self.endless, until: Deadline(in: .milliseconds(600)))
        }
        #expect(deadline == .deadline)
        #expect(try children().isEmpty)
    }

    @Test func `called off, it is gone`() async throws {
        let bytes = try MediaSample.moovLast.bytes
        let started = AsyncStream<Void>.makeStream()
        let running = Task {
            await problemCode {
                _ = try await transcode(bytes, Self.endless) { _ in started.continuation.yield() }
            }
        }
        for await _ in started.stream { break }
        running.cancel()
        #expect(await running.value == .deadline)
        #expect(try children().isEmpty)
    }

    @Test func `one that runs for long keeps no picture waiting, and the next one waits for it`() async throws {
        let bytes = try MediaSample.moovLast.bytes
        let started = AsyncStream<Void>.makeStream()
        let long = Task {
            await problemCode {
                _ = try await transcode(bytes, Self.endless) { _ in started.continuation.yield() }
            }
        }
        for await _ in started.stream { break }
        let picture = try Download.made(of: try MediaSample.smallBMP.bytes)
        let facts = try await pool.recognize(
            picture, limits: SourceLimits(), within: .provoking(), until: Deadline(in: .seconds(60)))
        #expect(facts.kind == .bmp)
        let running = try children()
        #expect(running.count == 1)
        // It stands back behind pictures: the kernel shows its niceness as the nineteenth number.
        #expect(running[0].split(separator: ")")[1].split(separator: " ")[16] == "10")
        let next = await problemCode { _ = try await transcode(bytes, until: Deadline(in: .milliseconds(300))) }
        #expect(next == .deadline)
        long.cancel()
        #expect(await long.value == .deadline)
    }
}
