internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Commands

/// A folder as a source of `affix inspect`.
struct FolderTests {
    /// Lends a folder of empty files; a name with a slash makes folders on the way.
    private func with(_ names: [String], _ body: (String) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            for name in names {
                let file = URL(filePath: folder).appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: file)
            }
            try await body(folder)
        }
    }

    private func found(_ folder: String) -> [String] {
        FolderWalk.entries(below: folder).map { String(decoding: $0.path, as: UTF8.self).dropFirst(folder.count + 1) }
            .map(String.init)
    }

    @Test func `files are found in the order of their names' bytes, folder by folder`() async throws {
        try await with(["b.jpg", "a/z.jpg", "a/b/c.png", "a.gif", "B.jpg", "é.jpg"]) { folder in
            #expect(found(folder) == ["B.jpg", "a/b/c.png", "a/z.jpg", "a.gif", "b.jpg", "é.jpg"])
        }
    }

    @Test func `hidden files and folders are left out`() async throws {
        try await with([".hidden.jpg", ".git/a.jpg", "a.jpg"]) { folder in #expect(found(folder) == ["a.jpg"]) }
    }

    @Test func `a link inside is not followed, and the folder itself may be one`() async throws {
        try await with(["real/a.jpg"]) { folder in
            let links = FileManager.default
            try links.createSymbolicLink(atPath: folder + "/real/circle", withDestinationPath: "..")
            try links.createSymbolicLink(atPath: folder + "/real/b.jpg", withDestinationPath: "a.jpg")
            try links.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "real")
            #expect(found(folder + "/real") == ["a.jpg"])
            #expect(found(folder + "/link") == ["a.jpg"])
        }
    }

    @Test func `a slash behind the folder's name stays one slash`() async throws {
        try await with(["a.jpg"]) { folder in
            let path = FolderWalk.entries(below: folder + "/").first?.path ?? []
            #expect(String(decoding: path, as: UTF8.self) == folder + "/a.jpg")
        }
    }

    @Test func `a name that is no text is found by its bytes`() async throws {
        try await with([]) { folder in
            let name = Array((folder + "/non").utf8) + [0xFF] + Array("utf".utf8)
            let path = name.map { CChar(bitPattern: $0) } + [0]
            try #require(unsafe mkdir(path, 0o700) == 0)
            let word = String(decoding: name, as: UTF8.self)
            #expect(ListedSource.listed([word], named: [word: [name]], openingFolders: true).hasFolders)
            #expect(!ListedSource.listed([word], openingFolders: true).hasFolders)
            // Of two that read alike neither is taken for the other.
            let twins: Set = [name, name.map { $0 == 0xFF ? 0xFE : $0 }]
            #expect(!ListedSource.listed([word], named: [word: twins], openingFolders: true).hasFolders)
        }
    }

    @Test(arguments: ["prepare", "inspect"])
    func `a word that is no text is told as it reads`(command: String) async throws {
        try await with([]) { folder in
            let name = Array((folder + "/ok").utf8) + [0xFF]
            let descriptor = unsafe open(
                name.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            close(descriptor)
            let recorder = RecordingConsole()
            let tool = Tool(console: recorder.console) { _ in ScriptedLine() }
            _ = await tool.run(bytes: [Array(command.utf8), Array("--json".utf8), name])
            #expect(recorder.output.contains("ok\u{FFFD}"))
            #expect(!recorder.output.contains("self/fd"))
        }
    }

    @Test func `a folder that cannot be read is one entry with its reason`() {
        let entries = FolderWalk.entries(below: "/nonexistent-folder")
        #expect(entries.map(\.problem?.code) == [.sourceUnreadable])
    }

    @Test func `each file is a line, and the counts follow`() async throws {
        try await with(["ok", "sub/ok2", "bad"]) { folder in
            let recorder = RecordingConsole()
            let line = ScriptedLine(before: { _ in }, baseNames: true)
            #expect(await run("inspect", folder, "media-empty", "fetch-name", on: recorder, line: line) == .refused)
            #expect(
                recorder.output == """
                    needs-work  media-over-cap               \(folder)/bad  JPEG picture, 1024x1024, 212 kB
                    attachable  -                            \(folder)/ok  JPEG picture, 1024x1024, 212 kB
                    attachable  -                            \(folder)/sub/ok2  JPEG picture, 1024x1024, 212 kB
                    refused     media-empty                  media-empty  The file has no bytes. \
                    Check the export or upload that made it.
                    failed      fetch-name                   fetch-name  The host name has no address. \
                    Check its spelling; if it is right, its DNS is at fault.

                    5 sources: 2 attachable, 1 needs-work, 1 refused, 1 failed
                      1  fetch-name                   The host name has no address
                      1  media-empty                  The file has no bytes
                      1  media-over-cap               The file is larger than iOS accepts for its class

                    """)
            #expect(recorder.error.isEmpty)
        }
    }

    @Test func `JSON is one object for each file and nothing else`() async throws {
        try await with(["ok", "sub/ok2"]) { folder in
            let recorder = RecordingConsole()
            _ = await run("inspect", "--json", folder, on: recorder, line: ScriptedLine(baseNames: true))
            let lines = recorder.output.split(separator: "\n").map { Data($0.utf8) }
            let urls = try lines.map { try JSONDecoder().decode(Inspection.self, from: $0).source.url }
            #expect(urls == [folder + "/ok", folder + "/sub/ok2"])
        }
    }

    @Test func `an empty folder is no failure`() async throws {
        try await with([]) { folder in
            let recorder = RecordingConsole()
            #expect(await run("inspect", folder, on: recorder) == .ready)
            #expect(recorder.output == "\n0 sources\n")
        }
    }

    @Test func `a folder is nothing to prepare`() async throws {
        try await with(["ok"]) { folder in
            let recorder = RecordingConsole()
            _ = await run("prepare", "--json", folder, on: recorder)
            #expect(recorder.output.split(separator: "\n").count == 1)
        }
    }
}
