internal import Foundation
internal import HTTPServer
internal import Handover
internal import TestSupport
internal import Testing

@testable internal import Serving

@Suite struct HotFilesTests {
    private static func make(_ count: Int, _ name: String, in folder: String) throws -> String {
        let path = folder + "/" + name
        try Data(repeating: 7, count: count).write(to: URL(filePath: path))
        return path
    }

    private static func ask(_ files: HotFiles, _ path: String) -> Int? {
        if let file = files.file(named: path) { return file.bytes.count }
        let number = unsafe open(path, O_RDONLY)
        if number >= 0 { files.offer(OwnedDescriptor(owning: number), at: path, named: path, headers: []) }
        return nil
    }

    @Test func `a file is held from its second time on, and not after it has gone`() async throws {
        try await TemporaryFolder.with { folder in
            let files = HotFiles()
            let path = try Self.make(1_000, "a", in: folder)
            #expect((0..<4).map { _ in Self.ask(files, path) } == [nil, nil, 1_000, 1_000])
            try FileManager.default.removeItem(atPath: path)
            #expect(Self.ask(files, path) == nil)
            _ = try Self.make(900, "a", in: folder)
            #expect((0..<3).map { _ in Self.ask(files, path) } == [nil, nil, 900])
        }
    }

    @Test func `a file that has changed is read anew`() async throws {
        try await TemporaryFolder.with { folder in
            let files = HotFiles()
            let path = try Self.make(1_000, "a", in: folder)
            for _ in 0..<3 { _ = Self.ask(files, path) }
            _ = try Self.make(1_001, "a", in: folder)
            #expect((0..<3).map { _ in Self.ask(files, path) } == [nil, nil, 1_001])
        }
    }

    @Test func `a file that has changed in place is read anew, although its time was put back`() async throws {
        try await TemporaryFolder.with { folder in
            let files = HotFiles()
            let path = try Self.make(1_000, "a", in: folder)
            var status = stat()
            #expect(unsafe stat(path, &status) == 0)
            for _ in 0..<3 { _ = Self.ask(files, path) }
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            try handle.write(contentsOf: Data(repeating: 8, count: 1_000))
            try handle.close()
            let times = [status.st_atim, status.st_mtim]
            #expect(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
            #expect((0..<3).map { _ in Self.ask(files, path) } == [nil, nil, 1_000])
        }
    }

    @Test func `what is held is bounded, and the oldest goes first`() async throws {
        try await TemporaryFolder.with { folder in
            let files = HotFiles()
            let paths = try (0..<20).map { try Self.make(1 << 20, "\($0)", in: folder) }
            for path in paths { for _ in 0..<2 { _ = Self.ask(files, path) } }
            #expect(paths.map { files.file(named: $0) != nil } == (0..<20).map { $0 >= 4 })
            let large = try Self.make((1 << 20) + 1, "large", in: folder)
            #expect((0..<3).map { _ in Self.ask(files, large) } == [nil, nil, nil])
        }
    }
}
