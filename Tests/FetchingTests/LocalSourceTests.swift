internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Fetching

@Suite(.timeLimit(.minutes(1)))
struct LocalSourceTests {
    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test func `a file is taken as it lies`() async throws {
        try await Bench.with { bench in
            let path = bench.folder + "/picture.jpg"
            try write(picture(300_000), to: path)
            let fetched = try await bench.fetch(.file(path: path))
            #expect(fetched.bytes == picture(300_000))
            #expect(fetched.origin == nil && fetched.attempts == 0 && fetched.digest.count == 64)
        }
    }

    @Test func `what is no file is named`() async throws {
        try await Bench.with { bench in
            let pipe = bench.folder + "/pipe"
            try #require(PosixFile.makePipe(pipe))
            for (path, code, words) in [
                (bench.folder, PreparationError.Code.sourceNotAFile, "is a folder"),
                (pipe, .sourceNotAFile, "is a pipe"), ("/dev/null", .sourceNotAFile, "is a device"),
                (bench.folder + "/missing.jpg", .sourceUnreadable, "No such file or directory"),
                ("/dev/null/x", .sourceUnreadable, "Not a directory"), ("", .sourceUnreadable, "No such file"),
            ] {
                let problem = try #require(await bench.problem(.file(path: path)))
                #expect(problem.code == code)
                #expect(problem.message.contains(words))
            }
        }
    }

    @Test(.disabled(if: PosixFile.isRoot, "root reads every file"))
    func `a file that this user may not read says so`() async throws {
        try await Bench.with { bench in
            let path = bench.folder + "/secret.jpg"
            try write(picture(100), to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            let problem = try #require(await bench.problem(.file(path: path)))
            #expect(problem.code == .sourceUnreadable && problem.message.contains("Permission denied"))
        }
    }

    @Test func `an empty file and one over the limit of its class are refused`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.limits = SourceLimits(image: 2_000, movie: 9_000, audio: 9_000, unnamed: 1_000)
            let path = bench.folder + "/file"
            try write([], to: path)
            #expect(await bench.problem(.file(path: path))?.code == .mediaEmpty)
            try write(picture(2_000), to: path)
            #expect(await bench.problem(.file(path: path)) == nil)
            try write(picture(2_001), to: path)
            #expect(await bench.problem(.file(path: path))?.code == .fetchTooLarge)
            try write([UInt8](repeating: 0xEE, count: 1_001), to: path)
            #expect(await bench.problem(.file(path: path))?.code == .fetchTooLarge)
        }
    }

    @Test func `bytes are held to the same limits`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.limits = SourceLimits(image: 2_000, movie: 9_000, audio: 9_000, unnamed: 1_000)
            let fetched = try await bench.fetch(.bytes(picture(2_000)))
            #expect(fetched.bytes == picture(2_000))
            #expect(await bench.problem(.bytes(picture(2_001)))?.code == .fetchTooLarge)
            #expect(await bench.problem(.bytes([]))?.code == .mediaEmpty)
        }
    }

    @Test func `a foreign file is left for recognition to refuse`() async throws {
        try await Bench.with { bench in
            let page = Array("<!DOCTYPE html><title>x</title>".utf8)
            let fetched = try await bench.fetch(.bytes(page))
            #expect(fetched.bytes == page)
        }
    }
}
