import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// `affix batch` as cron meets it: the real program, its workers, and hosts on the loopback network.
struct BatchTests {
    private static let samples: [MediaSample] = [
        .photo1200x800, .photoFitting, .stillGIF, .truncatedPNG, .orientation6,
    ]

    private func line(_ id: Int, _ source: String) -> String {
        #"{"id":"\#(id)","source":"\#(source)"}"# + "\n"
    }

    /// What a journal says in the end: the last line of each id, as its status and digest.
    private func results(_ journal: String) throws -> [String: String] {
        let text = try String(contentsOfFile: journal, encoding: .utf8)
        var results: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let id = object?["id"] as? String, let status = object?["status"] as? String else { continue }
            results[id] = status + " " + (object?["digest"] as? String ?? "")
        }
        return results
    }

    @Test func `killed at any moment and run again, it comes to the same`() async throws {
        try await TemporaryFolder.with { folder in
            let count = 60
            // Each item has a file of its own: equal sources would be done once.
            try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
            for number in 0..<count {
                let sample = Self.samples[number % Self.samples.count]
                try Data(try sample.bytes).write(to: URL(filePath: folder + "/in/\(number)"))
            }
            let list = (0..<count).map { line($0, "in/\($0)") }.joined()
            try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
            let words = ["batch", folder + "/list", "--jobs", "4"]
            let whole = try ProgramRun(words + ["--out", folder + "/whole.jsonl"], in: folder)
            #expect(whole.status == 0, "\(whole.errors)")
            let expected = try results(folder + "/whole.jsonl")
            #expect(expected.count == count)

            let journal = folder + "/killed.jsonl"
            // At once, or after a few more lines: in the middle of the work, however slow the machine is.
            var killed = 0
            for _ in 0..<6 {
                let target = size(of: journal) + Int.random(in: 0...3_000)
                let program = try started(words + ["--out", journal], in: folder)
                #expect(try await eventually { !program.isRunning || size(of: journal) >= target })
                kill(program.processIdentifier, SIGKILL)
                program.waitUntilExit()
                if program.terminationReason == .uncaughtSignal { killed += 1 }
            }
            #expect(killed > 0 && size(of: journal) > 0)
            // A line that was torn in the middle of its write, as a power cut may leave it.
            let handle = try FileHandle(forUpdating: URL(filePath: journal))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(#"{"item":"00"#.utf8))
            try handle.close()
            let last = try ProgramRun(words + ["--out", journal], in: folder)
            #expect(last.status == 0, "\(last.errors)")
            #expect(last.errors.contains("torn"))
            #expect(try results(journal) == expected)
            let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == count)
        }
    }

    /// The bytes of a file; 0 when it is not there.
    private func size(of path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int) ?? 0
    }

    private func started(_ arguments: [String], in folder: String) throws -> Process {
        let program = Process()
        program.executableURL = URL(filePath: Products.path(of: "affix"))
        program.arguments = arguments
        program.currentDirectoryURL = URL(filePath: folder)
        program.standardOutput = FileHandle.nullDevice
        program.standardError = FileHandle.nullDevice
        try program.run()
        return program
    }

    @Test func `equal sources are fetched once, whatever they are called`() async throws {
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.serving(.ok(try MediaSample.photo1200x800.bytes)) { origin in
                let list = (0..<20).map { line($0, origin.url()) }.joined()
                try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
                let run = try ProgramRun(
                    [
                        "batch", "list", "--out", "out.jsonl", "--allow-addresses", "127.0.0.1", "--allow-ports",
                        "\(origin.port)",
                    ],
                    in: folder)
                #expect(run.status == 0, "\(run.errors)\(run.output)")
                #expect(origin.requests.count == 1)
                #expect(Set(try results(folder + "/out.jsonl").values).count == 1)
                #expect(try results(folder + "/out.jsonl").count == 20)
            }
        }
    }

    @Test func `a check judges and publishes nothing`() async throws {
        try await TemporaryFolder.with { folder in
            let list = [MediaSample.photoFitting, .photoWebP, .truncatedPNG].map { $0.path + "\n" }.joined()
            try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
            let run = try ProgramRun(
                ["batch", "list", "--out", "out.jsonl", "--check", "--json", "--ordered"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let text = try String(contentsOfFile: folder + "/out.jsonl", encoding: .utf8)
            let statuses = text.split(separator: "\n").compactMap { line in
                ((try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any])?["status"] as? String
            }
            #expect(statuses == ["attachable", "needs-work", "refused"])
            #expect(TemporaryFolder.files(below: folder + "/affix-shelf").isEmpty)
        }
    }

    @Test func `the example of the README works off a list and resumes it`() async throws {
        try await TemporaryFolder.with { folder in
            let list = ["id;url", "1;" + MediaSample.photoFitting.path, "2;none.jpg", "3;"].joined(separator: "\n")
            try Data(list.utf8).write(to: URL(filePath: folder + "/products.csv"))
            let run = try ProgramRun([], in: folder, program: "batch-example")
            #expect(run.output.hasSuffix("1 ready, 2 refused, 0 to be tried again\n"), "\(run.output)\(run.errors)")
            #expect(run.output.hasPrefix("products.csv:4: Line 4 of products.csv names no source."))
            #expect(try results(folder + "/results.jsonl").count == 3)
            let next = try ProgramRun([], in: folder, program: "batch-example")
            #expect(next.output.hasSuffix("0 ready, 0 refused, 0 to be tried again\n"), "\(next.output)\(next.errors)")
        }
    }

    @Test func `two runs do not share a journal`() async throws {
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.serving(.init([.hold])) { origin in
                try Data((origin.url() + "\n").utf8).write(to: URL(filePath: folder + "/list"))
                let words = [
                    "batch", "list", "--out", "out.jsonl", "--allow-addresses", "127.0.0.1", "--allow-ports",
                    "\(origin.port)",
                ]
                let first = try started(words, in: folder)
                #expect(try await eventually { !origin.requests.isEmpty })
                let second = try ProgramRun(words, in: folder)
                #expect(second.status == 3)
                #expect(second.errors.contains("Another run is at work on out.jsonl"), "\(second.errors)")
                kill(first.processIdentifier, SIGKILL)
                first.waitUntilExit()
            }
        }
    }

    @Test func `the journal is not where the summary goes`() async throws {
        try await TemporaryFolder.with { folder in
            try Data((MediaSample.photoFitting.path + "\n").utf8).write(to: URL(filePath: folder + "/list"))
            for word in ["/dev/stdout", "out"] {
                let affix = Products.path(of: "affix")
                let run = Process()
                run.executableURL = URL(filePath: "/bin/sh")
                run.arguments = ["-c", "'\(affix)' batch list --out \(word) > out 2> errors"]
                run.currentDirectoryURL = URL(filePath: folder)
                try run.run()
                run.waitUntilExit()
                let errors = try String(contentsOfFile: folder + "/errors", encoding: .utf8)
                #expect(run.terminationStatus == 2 && errors.contains("--out must be a file of its own"), "\(errors)")
            }
            #expect(Set(TemporaryFolder.files(below: folder)) == ["list", "out", "errors"])
        }
    }

    @Test(arguments: ["ffmpeg", "affix-transcoder"])
    func `what needs a program that this machine lacks waits for it, and everything else is done`(absent: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let worker = folder + "/affix-worker"
            try FileManager.default.copyItem(atPath: Products.path(of: "affix-worker"), toPath: worker)
            let options = absent == "ffmpeg" ? ["--ffmpeg", folder + "/none"] : ["--worker", worker]
            let sound = MediaSample.flac.path
            // More than are begun before the sound has failed.
            for number in 0..<9 {
                try Data(try MediaSample.photoFitting.bytes).write(to: URL(filePath: "\(folder)/\(number).jpg"))
            }
            let pictures = (0..<9).map { line($0, "\($0).jpg") }.joined()
            try Data((line(9, sound) + pictures).utf8).write(to: URL(filePath: folder + "/list"))
            let words = ["batch", "list", "--out", "out.jsonl", "--json", "--jobs", "1", "--workers", "1"]
            let run = try ProgramRun(words + options, in: folder)
            #expect(run.status == 4, "\(run.output)\(run.errors)")
            #expect(run.objects.first?["statuses"] as? [String: Int] == ["failed": 1, "ready": 9], "\(run.output)")
            #expect(try ProgramRun(["prepare", sound] + options, in: folder).status == 4)
            let next = try ProgramRun(words, in: folder)
            #expect(next.status == 0, "\(next.output)\(next.errors)")
            #expect(next.objects.first?["statuses"] as? [String: Int] == ["ready": 1])
        }
    }

    @Test func `a file that may not grow is told, and nothing that stands in the journal is lost`() async throws {
        try await TemporaryFolder.with { folder in
            let list = (0..<40).map { line($0, "missing-\($0).jpg") }.joined()
            try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
            let bound = Process()
            bound.executableURL = URL(filePath: "/usr/bin/python3")
            // A test's own thread may block the signal, which the program would inherit.
            let script = """
                import os, resource, signal, sys
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGXFSZ])
                resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
                os.execv(sys.argv[1], sys.argv[1:])
                """
            bound.arguments = [
                "-c", script, Products.path(of: "affix"), "batch", "list", "--out", "out.jsonl", "--no-index",
            ]
            bound.currentDirectoryURL = URL(filePath: folder)
            bound.standardError = FileHandle.nullDevice
            try bound.run()
            bound.waitUntilExit()
            #expect(bound.terminationReason == .exit && bound.terminationStatus == 4)
            let before = try results(folder + "/out.jsonl")
            let run = try ProgramRun(["batch", "list", "--out", "out.jsonl", "--json"], in: folder)
            #expect(run.objects.first?["skipped"] as? Int == before.count, "\(run.output)\(run.errors)")
            #expect(try results(folder + "/out.jsonl").count == 40)
        }
    }

    @Test func `what comes through a pipe is worked off as it comes`() async throws {
        try await TemporaryFolder.with { folder in
            let input = Data((MediaSample.photoFitting.path + "\r\n" + "missing.jpg\r\n").utf8)
            let run = try ProgramRun(["batch", "-", "--out", "out.jsonl", "--json"], in: folder, input: input)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.objects.first?["statuses"] as? [String: Int] == ["ready": 1, "refused": 1])
        }
    }
}

/// The index from outside: a list that has not changed costs next to nothing, and its files stay.
struct BatchIndexTests {
    @Test func `the next night's run asks each host once and renders nothing`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = try MediaSample.photo1200x800.bytes
            let unchanged = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("304 Not Modified", ["ETag: \"v1\""])])
            let answers = [LoopbackOrigin.Answer.ok(picture, headers: ["ETag: \"v1\""]), unchanged]
            try await LoopbackOrigin.serving(["/a.jpg": answers, "/b.jpg": answers]) { origin in
                try Data("\(origin.url("/a.jpg"))\n\(origin.url("/b.jpg"))\n".utf8)
                    .write(to: URL(filePath: folder + "/list"))
                let words = ["--allow-addresses", "127.0.0.1", "--allow-ports", "\(origin.port)", "--json"]
                for night in 1...2 {
                    let run = try ProgramRun(["batch", "list", "--out", "\(night).jsonl"] + words, in: folder)
                    #expect(run.status == 0, "\(run.errors)")
                    #expect(run.objects.first?["remembered"] as? Int == (night == 1 ? 0 : 2))
                    #expect(origin.requests.count == 2 * night)
                }
                let index = try ProgramRun(["index", "--verify"], in: folder)
                #expect(index.status == 0, "\(index.output)\(index.errors)")
                #expect(index.output.contains("receipts  2") && !index.output.contains(", 0 bytes"))
                let collection = try ProgramRun(["collect", "--delete", "--verify", "--json"], in: folder)
                #expect(collection.objects.first?["kept"] as? Int == 1, "\(collection.errors)")
            }
        }
    }

    @Test func `a published file that was damaged is found by both who look`() async throws {
        try await TemporaryFolder.with { folder in
            try Data((MediaSample.photoFitting.path + "\n").utf8).write(to: URL(filePath: folder + "/list"))
            #expect(try ProgramRun(["batch", "list", "--out", "out.jsonl"], in: folder).status == 0)
            let file = TemporaryFolder.files(below: folder + "/affix-shelf")[0]
            let handle = try FileHandle(forUpdating: URL(filePath: "\(folder)/affix-shelf/\(file)"))
            try handle.seek(toOffset: 1_000)
            try handle.write(contentsOf: Data("a bad sector".utf8))
            try handle.close()
            let index = try ProgramRun(["index", "--verify"], in: folder)
            #expect(index.status == 4 && index.output.contains("missing or damaged: "), "\(index.output)")
            let collection = try ProgramRun(["collect", "--verify"], in: folder)
            #expect(collection.status == 4 && collection.output.contains("damaged: \(file)"), "\(collection.output)")
            let export = try ProgramRun(["index", "--json"], in: folder)
            #expect((export.objects.first?["receipt"] as? [String: Any])?["status"] as? String == "ready")
        }
    }

    @Test func `a variant that is not there any more is found`() async throws {
        try await TemporaryFolder.with { folder in
            try Data((MediaSample.photo1200x800.path + "\n").utf8).write(to: URL(filePath: folder + "/list"))
            #expect(
                try ProgramRun(["batch", "list", "--out", "o.jsonl", "--variants", "lite"], in: folder).status == 0)
            #expect(try ProgramRun(["index", "--verify"], in: folder).status == 0)
            let index = try ProgramRun(["index", "--json"], in: folder)
            let receipt = try #require(index.objects.first?["receipt"] as? [String: Any])
            let variant = try #require((receipt["variants"] as? [[String: Any]])?.first?["digest"] as? String)
            let file = try #require(
                TemporaryFolder.files(below: folder + "/affix-shelf").first { $0.contains(variant) })
            try FileManager.default.removeItem(atPath: "\(folder)/affix-shelf/\(file)")
            let verified = try ProgramRun(["index", "--verify"], in: folder)
            #expect(verified.status == 4 && verified.output.contains("missing or damaged: \(variant)"))
        }
    }

    @Test func `nothing is collected by a state folder that is not theirs who publish`() async throws {
        try await TemporaryFolder.with { folder in
            try Data((MediaSample.photoFitting.path + "\n").utf8).write(to: URL(filePath: folder + "/list"))
            #expect(try ProgramRun(["batch", "list", "--out", "out.jsonl"], in: folder).status == 0)
            let young = try ProgramRun(["collect", "--delete", "--state", "other"], in: folder)
            #expect(young.status == 0, "what is young stays anyway: \(young.errors)")
            for file in TemporaryFolder.files(below: folder + "/affix-shelf") {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(folder)/affix-shelf/\(file)")
            }
            for words in [["collect"], ["collect", "--delete"]] {
                let run = try ProgramRun(words + ["--state", "other"], in: folder)
                #expect(run.status == 4 && run.errors.contains("--no-index"), "\(run.output)\(run.errors)")
            }
            let run = try ProgramRun(["collect", "--delete", "--state", "other", "--no-index", "--json"], in: folder)
            #expect(run.status == 0 && run.objects.first?["expired"] as? Int == 1, "\(run.output)\(run.errors)")
        }
    }

    @Test func `nothing is collected while the index cannot be read`() async throws {
        try await TemporaryFolder.with { folder in
            try Data((MediaSample.photoFitting.path + "\n").utf8).write(to: URL(filePath: folder + "/list"))
            #expect(try ProgramRun(["batch", "list", "--out", "out.jsonl"], in: folder).status == 0)
            for file in TemporaryFolder.files(below: folder + "/affix-shelf") {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: "\(folder)/affix-shelf/\(file)")
            }
            let dry = try ProgramRun(["collect", "--json"], in: folder)
            #expect(dry.objects.first?["kept"] as? Int == 1, "the index keeps it: \(dry.output)\(dry.errors)")
            try Data("broken, as a disk may leave it behind".utf8)
                .write(to: URL(filePath: folder + "/affix-state/index.sqlite"))
            let run = try ProgramRun(["collect", "--delete"], in: folder)
            #expect(run.status == 4 && run.errors.contains("configuration-machine"), "\(run.output)\(run.errors)")
            #expect(TemporaryFolder.files(below: folder + "/affix-shelf").count == 1)
            let batch = try ProgramRun(["batch", "list", "--out", "again.jsonl"], in: folder)
            #expect(batch.status == 0 && batch.errors.contains("The work goes on without it"), "\(batch.errors)")
        }
    }
}
