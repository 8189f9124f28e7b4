import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// The program as a shell, a cron job and a person meet it.
struct ProgramTests {
    @Test func `a receipt for a person, a file in the shelf, and a copy`() async throws {
        try await TemporaryFolder.with { folder in
            let run = try ProgramRun(["prepare", MediaSample.photo1200x800.path, "-o", "copy.jpg"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("800x800"))
            #expect(run.output.contains("url      file://"))
            #expect(run.errors.isEmpty)
            let files = TemporaryFolder.files(below: folder)
            #expect(files.count == 2 && files.contains("copy.jpg"))
        }
    }

    @Test func `one JSON object for each source, in order, failures among them`() async throws {
        try await TemporaryFolder.with { folder in
            let sources = [
                MediaSample.photo12MPRotated.path, "missing.jpg", MediaSample.photoFitting.path,
                MediaSample.truncatedPNG.path,
            ]
            let run = try ProgramRun(["prepare", "--json"] + sources, in: folder)
            #expect(run.status == 1)
            let objects = run.objects
            #expect(objects.count == 4)
            #expect(objects.map { ($0["source"] as? [String: Any])?["url"] as? String } == sources)
            #expect(
                objects.map { ($0["problem"] as? [String: Any])?["code"] as? String } == [
                    nil, "source-unreadable", nil, "media-truncated",
                ])
            #expect(run.output.split(separator: "\n").count == 4)
        }
    }

    @Test func `standard input is a source`() async throws {
        try await TemporaryFolder.with { folder in
            let input = Data(try MediaSample.orientation6.bytes)
            let run = try ProgramRun(["prepare", "-", "--json"], in: folder, input: input)
            #expect(run.status == 0, "\(run.errors)")
            #expect((run.objects.first?["facts"] as? [String: Any])?["width"] as? Int == 20)
        }
    }

    @Test func `results that cannot be written are spoken of`() async throws {
        try await TemporaryFolder.with { folder in
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", "\(Products.path(of: "affix")) --version >/dev/full"]
            let errors = Pipe()
            shell.standardError = errors
            try shell.run()
            let words = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 4)
            #expect(words.contains("standard output cannot be written"))
        }
    }

    @Test func `the README shows what really appears`() async throws {
        try await TemporaryFolder.with { folder in
            let root = MediaSample.folder.deletingLastPathComponent()
            let command = "prepare media-samples/images/photo-12mp-rotated.jpg --base-url https://cdn.example.com/push"
            let run = try ProgramRun(
                command.split(separator: " ").map(String.init), in: root.path(percentEncoded: false),
                environment: ["AFFIX_SHELF": folder, "AFFIX_STATE": folder])
            let readme = String(decoding: try Data(contentsOf: root.appending(path: "README.md")), as: UTF8.self)
            #expect(readme.contains("$ affix " + command + "\n"))
            let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("time ") }
            #expect(lines.count == 6)
            #expect(readme.contains(lines.joined(separator: "\n") + "\n```"))
        }
    }

    struct Row: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let word: String
        var environment: [String: String] = [:]
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Row(arguments: ["--version"], status: 0, word: "affix"),
        Row(arguments: ["--help"], status: 0, word: "prepare"),
        Row(arguments: ["prepare", MediaSample.emptyJPEG.path], status: 1, word: "media-empty"),
        Row(arguments: ["prepare", MediaSample.pageNamedJPEG.path], status: 1, word: "media-unsupported-type"),
        Row(arguments: ["prepare", MediaSample.bombGIF.path], status: 1, word: "media-too-many-pixels"),
        Row(arguments: ["prepare", "missing.jpg"], status: 1, word: "source-unreadable"),
        Row(arguments: ["prepare", "/tmp"], status: 1, word: "source-not-a-file"),
        Row(arguments: ["prepare", "ftp://example.com/x.jpg"], status: 1, word: "source-scheme"),
        Row(arguments: ["prepare", "http://127.0.0.1/x.jpg"], status: 1, word: "source-address-forbidden"),
        Row(arguments: ["prepare", "--proflie", "lite", "x.jpg"], status: 2, word: "--profile"),
        Row(arguments: ["prepare"], status: 2, word: "A source is missing"),
        Row(arguments: ["perpare", "x.jpg"], status: 2, word: "prepare"),
        Row(
            arguments: ["prepare", MediaSample.photoFitting.path, "--shelf", "/proc/shelf"], status: 4,
            word: "publish-denied"),
        Row(
            arguments: ["prepare", MediaSample.photoFitting.path, "--worker", "/bin/true"], status: 4,
            word: "configuration-machine"),
        Row(
            arguments: ["prepare", MediaSample.photoFitting.path, "--base-url", "http://cdn.example.com"], status: 4,
            word: "configuration-invalid"),
        Row(
            arguments: ["prepare", MediaSample.photoFitting.path], status: 4, word: "AFFIX_SHELF",
            environment: ["AFFIX_SHEFL": "x"]),
        Row(arguments: ["inspect", MediaSample.photo12MPRotated.path], status: 0, word: "iOS shows it as it is"),
        Row(arguments: ["inspect", MediaSample.photoWebP.path], status: 1, word: "101"),
        Row(arguments: ["inspect", MediaSample.truncatedJPEG.path], status: 1, word: "media-truncated"),
        Row(
            arguments: ["prepare", MediaSample.photoHEIC.path, "--decode-memory", "1"], status: 1,
            word: "render-out-of-memory"),
        Row(
            arguments: ["prepare", MediaSample.photo1200x800.path], status: 0, word: "warning: The sandbox is off",
            environment: ["AFFIX_SANDBOX": "off"]),
        Row(arguments: ["doctor", "--no-sandbox"], status: 4, word: "AFFIX_SANDBOX is off"),
        Row(arguments: ["doctor"], status: 0, word: "seccomp"),
        Row(arguments: ["config"], status: 0, word: "AFFIX_PROFILE", environment: ["AFFIX_PROFILE": "lite"]),
    ])
    func `every ending has its status and its words`(row: Row) async throws {
        try await TemporaryFolder.with { folder in
            let run = try ProgramRun(row.arguments, in: folder, environment: row.environment)
            #expect(run.status == row.status)
            #expect((run.output + run.errors).contains(row.word), "\(run.output)\(run.errors)")
            if row.status != 0 { #expect(TemporaryFolder.files(below: folder).isEmpty) }
        }
    }

    @Test func `a folder of samples has a line for each and an object for each`() async throws {
        let folder = MediaSample.folder.appending(path: "hostile").path(percentEncoded: false)
        let names = MediaSample.allCases.map(\.rawValue).filter { $0.hasPrefix("hostile/") }.map { $0.dropFirst(8) }
        try await TemporaryFolder.with { here in
            let lines = try ProgramRun(["inspect", folder], in: here)
            #expect(lines.status == 1)
            for name in names { #expect(lines.output.contains("hostile/\(name)  ")) }
            #expect(lines.output.contains("\n\(names.count) sources: 2 attachable, \(names.count - 2) refused\n"))
            #expect(lines.output.contains("  2  media-too-many-pixels "))
            let objects = try ProgramRun(["inspect", folder, "--json"], in: here).objects
            let urls = objects.compactMap { ($0["source"] as? [String: Any])?["url"] as? String }
            #expect(
                urls.map { $0.split(separator: "/").last.map(String.init) ?? "" } == names.map(String.init).sorted())
        }
    }

    @Test func `a file whose name is no text is inspected like any other`() async throws {
        try await TemporaryFolder.with { folder in
            let copy = Process()
            copy.executableURL = URL(filePath: "/bin/sh")
            copy.arguments = ["-c", "cp \"$0\" \"$1/$(printf 'a\\377b').jpg\"", MediaSample.photoFitting.path, folder]
            try copy.run()
            copy.waitUntilExit()
            let run = try ProgramRun(["inspect", folder], in: folder)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
            #expect(run.output.hasPrefix("attachable"))
            #expect(run.output.contains("/a\u{FFFD}b.jpg  JPEG picture, 1024x1024"))
        }
    }

    @Test(
        arguments: [
            (["--max-megapixels", "1"], "media-too-many-pixels", MediaSample.photo12MPRotated),
            (["--max-frames", "9"], "media-too-many-frames", .animatedGIF),
            (["--max-total-megapixels", "1"], nil, .animatedGIF),
            (["--max-duration", "1s"], "media-too-long", .moovFirst),
            (["--max-duration", "3s"], nil, .moovFirst),
        ] as [([String], String?, MediaSample)])
    func `a bound that is set is kept by inspect and prepare`(
        options: [String], code: String?, sample: MediaSample
    ) async throws {
        try await TemporaryFolder.with { folder in
            let inspected = try ProgramRun(["inspect", sample.path, "--json"] + options, in: folder).objects.first
            let reasons = (inspected?["verdict"] as? [String: Any])?["reasons"] as? [[String: Any]]
            #expect(reasons?.first?["code"] as? String == code)
            let prepared = try ProgramRun(["prepare", sample.path, "--json"] + options, in: folder).objects.first
            #expect((prepared?["problem"] as? [String: Any])?["code"] as? String == code)
        }
    }

    @Test func `a host that is down is worth another try`() async throws {
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.withClosedPort { port in
                let link = "http://127.0.0.1:\(port)/x.jpg"
                let run = try ProgramRun(["prepare", link, "--allow-addresses", "127.0.0.1"], in: folder)
                #expect(run.status == 3)
                #expect(run.errors.contains("fetch-connect"))
            }
        }
    }
}
