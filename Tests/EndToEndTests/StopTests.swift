import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Signals to the real program, as a service manager, cron's successor or Ctrl-C in a terminal sends them.
struct StopTests {
    /// A batch on a host that never answers, once it has asked that host.
    private func hanging(
        _ options: [String] = [], _ body: (_ program: Process, _ folder: String, _ words: [String]) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.serving(.init([.hold])) { origin in
                try Data((origin.url() + "\n" + MediaSample.photoFitting.path + "\n").utf8)
                    .write(to: URL(filePath: folder + "/list"))
                let words = [
                    "batch", "list", "--out", "out.jsonl", "--allow-addresses", "127.0.0.1", "--allow-ports",
                    "\(origin.port)",
                ]
                let program = Process()
                program.executableURL = URL(filePath: Products.path(of: "affix"))
                program.arguments = words + options
                program.currentDirectoryURL = URL(filePath: folder)
                (program.standardOutput, program.standardError) = (Pipe(), Pipe())
                try program.run()
                #expect(try await eventually { !origin.requests.isEmpty })
                #expect(try await eventually { try lines(folder).count >= 1 })
                try await body(program, folder, words)
                program.waitUntilExit()
            }
        }
    }

    private func lines(_ folder: String) throws -> [Substring] {
        ((try? String(contentsOfFile: folder + "/out.jsonl", encoding: .utf8)) ?? "").split(separator: "\n")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends a batch cleanly, and the next run does the rest`(signal: Int32) async throws {
        try await hanging(["--grace", "100ms", "--json"]) { program, folder, words in
            kill(program.processIdentifier, signal)
            let output = (program.standardOutput as? Pipe)?.fileHandleForReading.readDataToEndOfFile() ?? Data()
            program.waitUntilExit()
            #expect(program.terminationReason == .exit && program.terminationStatus == 3)
            let summary = try JSONSerialization.jsonObject(with: output) as? [String: Any]
            #expect(summary?["stopped"] as? String == "asked" && summary?["answered"] as? Int == 1)
            #expect(try lines(folder).count == 1)
            let next = try ProgramRun(words + ["--deadline", "1s", "--json"], in: folder)
            #expect(next.objects.first?["skipped"] as? Int == 1 && next.objects.first?["answered"] as? Int == 1)
        }
    }

    @Test func `a second signal ends it at once, by that signal`() async throws {
        try await hanging(["--grace", "1m"]) { program, _, _ in
            kill(program.processIdentifier, SIGTERM)
            let errors = (program.standardError as? Pipe)?.fileHandleForReading
            while let piece = errors?.availableData, !piece.isEmpty {
                if String(decoding: piece, as: UTF8.self).contains("Stopping") { break }
            }
            kill(program.processIdentifier, SIGINT)
            program.waitUntilExit()
            #expect(program.terminationReason == .uncaughtSignal && program.terminationStatus == SIGINT)
        }
    }

    @Test func `what cannot end cleanly is ended by the first signal`() async throws {
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.serving(.init([.hold])) { origin in
                let program = Process()
                program.executableURL = URL(filePath: Products.path(of: "affix"))
                program.arguments = [
                    "prepare", origin.url(), "--allow-addresses", "127.0.0.1", "--allow-ports", "\(origin.port)",
                ]
                program.currentDirectoryURL = URL(filePath: folder)
                (program.standardOutput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                try program.run()
                #expect(try await eventually { !origin.requests.isEmpty })
                kill(program.processIdentifier, SIGTERM)
                program.waitUntilExit()
                #expect(program.terminationReason == .uncaughtSignal && program.terminationStatus == SIGTERM)
            }
        }
    }
}
