import Foundation
import MediaSamples
import TestSupport
import Testing

/// A fleet on one machine: real programs, real servers, and everything that may be killed.
@Suite(.timeLimit(.minutes(5)))
struct FleetTests {
    private static let samples: [MediaSample] = [
        .photo1200x800, .photoFitting, .stillGIF, .truncatedPNG, .orientation6,
    ]

    /// A folder with a list of files of their own, and the queue that the programs share.
    private struct Bench {
        let folder: String
        let server: QueueServer
        let names: [String]

        var queue: [String] { ["--queue", server.url] }
        /// What makes the queue, so that a machine's death is noticed soon.
        private var made: [String] { queue + ["--queue-wait", "3s"] }

        func batch(_ journal: String = "out.jsonl", _ more: [String] = []) -> [String] {
            // The limit only keeps a test from waiting for ever.
            ["batch", "list", "--out", journal, "--json", "--queue-window", "20", "--time-limit", "2m"] + made + more
        }

        func consume(_ more: [String] = []) -> [String] {
            ["consume", "--jobs", "4", "--workers", "1", "--json", "--grace", "20s"] + made + more
        }

        /// A number that `affix queue` tells; `nil` when there is no queue yet.
        func queued(_ name: String) throws -> Int? {
            let report = try ProgramRun(["queue", "--json"] + queue, in: folder)
            try #require(report.status != 2, "\(report.errors)")
            return report.objects.first?[name] as? Int
        }

        /// Starts a machine, and waits until somebody asks for work.
        func machine() async throws -> StartedProgram {
            let machine = try StartedProgram(consume(), in: folder)
            let asks = try await eventually { try !machine.isRunning || queued("requests") ?? 0 > 0 }
            if asks, machine.isRunning { return machine }
            machine.terminate()
            let (status, output) = await machine.end()
            Issue.record("a machine asked for nothing, or ended by itself with \(status): \(output)")
            throw CocoaError(.executableLoad)
        }

        /// Waits until a list is at work: some items are answered, and it goes on.
        func isUnderWay(_ batch: StartedProgram) async throws -> Bool {
            try await eventually { !batch.isRunning || lineCount() >= 5 }
        }

        /// Status and digest of each item, by the source's last part.
        func results(_ journal: String = "out.jsonl") throws -> [String: String] {
            var results: [String: String] = [:]
            let text = (try? String(contentsOfFile: "\(folder)/\(journal)", encoding: .utf8)) ?? ""
            for line in text.split(separator: "\n") {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                guard let id = object?["id"] as? String, let status = object?["status"] as? String else { continue }
                results[id] = status + " " + (object?["digest"] as? String ?? "")
            }
            return results
        }

        func lineCount(_ journal: String = "out.jsonl") -> Int {
            let bytes = (try? Data(contentsOf: URL(filePath: "\(folder)/\(journal)"))) ?? Data()
            return bytes.count { $0 == 0x0A }
        }

        /// What the same list comes to without a queue.
        func expected() throws -> [String: String] {
            let run = try ProgramRun(
                ["batch", "list", "--out", "local.jsonl", "--shelf", "local-shelf", "--state", "local-state"],
                in: folder)
            #expect(run.status == 0, "\(run.errors)")
            return try results("local.jsonl")
        }
    }

    private func bench(nodes: Int = 1, items: Int = 60, _ body: (Bench) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await QueueServer.serving(nodes: nodes, in: folder) { server in
                try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
                let names = (0..<items).map { "\($0)" }
                for (number, name) in names.enumerated() {
                    try Data(try Self.samples[number % Self.samples.count].bytes)
                        .write(to: URL(filePath: "\(folder)/in/\(name)"))
                }
                let list = names.map { #"{"id":"\#($0)","source":"in/\#($0)"}"# + "\n" }.joined()
                try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
                try await body(Bench(folder: folder, server: server, names: names))
            }
        }
    }

    @Test func `two machines come to what one batch does, also when one is killed in the middle`() async throws {
        try await bench { bench in
            let expected = try bench.expected()
            let doomed = try await bench.machine()
            let batch = try StartedProgram(bench.batch(), in: bench.folder)
            #expect(try await bench.isUnderWay(batch))
            doomed.kill()
            let other = try await bench.machine()
            let (status, output) = await batch.end()
            #expect(status == 0, "\(output)")
            #expect(try bench.results() == expected)
            #expect(bench.lineCount() == bench.names.count)
            #expect(!FileManager.default.fileExists(atPath: bench.folder + "/out.jsonl.queue"))
            other.terminate()
            let (ended, words) = await other.end()
            #expect(ended == 0 && words.contains(#""answered":"#), "a clean stop: \(words)")

            let again = try ProgramRun(bench.batch(), in: bench.folder)
            #expect(again.objects.first?["skipped"] as? Int == bench.names.count, "\(again.output)\(again.errors)")
        }
    }

    @Test func `a machine and then one server of three are killed in the middle, and nothing is lost`() async throws {
        try await bench(nodes: 3) { bench in
            let expected = try bench.expected()
            let machines = try (0..<2).map { _ in
                try StartedProgram(bench.consume(["--queue-replicas", "3"]), in: bench.folder)
            }
            #expect(try await eventually { try bench.queued("requests") ?? 0 >= machines.count })
            let batch = try StartedProgram(bench.batch("out.jsonl", ["--queue-replicas", "3"]), in: bench.folder)
            #expect(try await bench.isUnderWay(batch))
            machines[0].kill()
            bench.server.kill(node: 1)
            let (status, output) = await batch.end()
            #expect(status == 0, "\(output)")
            #expect(try bench.results() == expected)
            #expect(bench.lineCount() == bench.names.count)
            machines[1].terminate()
            let (ended, words) = await machines[1].end()
            #expect(ended == 0, "\(words)")
        }
    }

    @Test func `a list that is killed finds what was answered in the meantime`() async throws {
        try await bench { bench in
            let expected = try bench.expected()
            let machine = try await bench.machine()
            let batch = try StartedProgram(bench.batch(), in: bench.folder)
            #expect(try await bench.isUnderWay(batch))
            batch.kill()
            // The machine goes on with what is in the queue.
            #expect(
                try await eventually { try bench.queued("waiting") == 0 && bench.queued("running") == 0 })
            let again = try ProgramRun(bench.batch(), in: bench.folder)
            #expect(again.status == 0, "\(again.errors)")
            #expect(try bench.results() == expected)
            #expect(bench.lineCount() == bench.names.count)
            machine.terminate()
            #expect(await machine.end().status == 0)
        }
    }

    @Test func `two lists do not share a journal, and a time limit leaves the rest to the next run`() async throws {
        try await bench(items: 3) { bench in
            let batch = try StartedProgram(bench.batch("out.jsonl", ["--time-limit", "20s"]), in: bench.folder)
            let record = bench.folder + "/out.jsonl.done"
            #expect(try await eventually { !batch.isRunning || FileManager.default.fileExists(atPath: record) })
            let other = try ProgramRun(bench.batch(), in: bench.folder)
            #expect(other.status == 3 && other.errors.contains("Another run is at work"), "\(other.errors)")
            batch.terminate()
            _ = await batch.end()
            let limited = try ProgramRun(bench.batch("out.jsonl", ["--time-limit", "1s"]), in: bench.folder)
            #expect(limited.status == 3, "\(limited.output)\(limited.errors)")
            #expect(bench.lineCount() == 0)
            let machine = try await bench.machine()
            #expect(try ProgramRun(bench.batch(), in: bench.folder).status == 0)
            #expect(bench.lineCount() == 3)
            machine.terminate()
            #expect(await machine.end().status == 0)
        }
    }

    @Test func `what one machine has prepared, another only asks the host about`() async throws {
        try await bench(items: 1) { bench in
            let picture = try MediaSample.photo1200x800.bytes
            let unchanged = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("304 Not Modified", ["ETag: \"v1\""])])
            try await LoopbackOrigin.serving(["/a": [.ok(picture, headers: ["ETag: \"v1\""]), unchanged]]) { origin in
                try Data((origin.url("/a") + "\n").utf8).write(to: URL(filePath: bench.folder + "/list"))
                let open = ["--allow-addresses", "127.0.0.1", "--allow-ports", "\(origin.port)"]
                for night in 1...2 {
                    let machine = try StartedProgram(
                        bench.consume(open + ["--state", "state-\(night)"]), in: bench.folder)
                    let run = try ProgramRun(bench.batch("\(night).jsonl"), in: bench.folder)
                    #expect(run.objects.first?["remembered"] as? Int == night - 1, "\(run.output)\(run.errors)")
                    machine.terminate()
                    #expect(await machine.end().status == 0)
                }
                #expect(origin.requests.count == 2)
                let index = try ProgramRun(
                    ["index", "--verify"] + bench.queue, in: bench.folder)
                #expect(index.status == 0 && index.output.contains("receipts  1"), "\(index.output)\(index.errors)")
                #expect(index.output.hasPrefix("index     nats://127.0.0.1:"), "\(index.output)")
                #expect(index.output.contains("\nshelf     ./affix-shelf\n"), "\(index.output)")
                // Called without the queue, a machine of the fleet says that it sees itself alone.
                let alone = try ProgramRun(["index", "--state", "state-1"], in: bench.folder)
                #expect(alone.status == 4 && alone.errors.contains("holds no index yet. A batch makes one"))
                #expect(alone.errors.contains("belongs to the fleet of the queue affix at nats://"), "\(alone.errors)")
            }
        }
    }

    @Test func `what is withdrawn on one machine is refused by all, with its variants and its memory`() async throws {
        try await bench(items: 2) { bench in
            let fleet = ["--shelf", "shelf"] + bench.queue
            let list = #"{"id":"0","source":"in/0"}"# + "\n" + #"{"id":"1","source":"in/1"}"# + "\n"
            try Data(list.utf8).write(to: URL(filePath: bench.folder + "/list"))
            let machine = try StartedProgram(bench.consume(["--shelf", "shelf", "--state", "one"]), in: bench.folder)
            let made = try ProgramRun(
                bench.batch("out.jsonl", ["--variants", "lite", "--state", "two"]), in: bench.folder)
            #expect(made.status == 0, "\(made.output)\(made.errors)")
            #expect(TemporaryFolder.files(below: bench.folder + "/shelf").count == 4)

            let withdrawn = try ProgramRun(
                ["withdraw", "in/0", "--json", "--state", "three"] + fleet, in: bench.folder)
            let report = try #require(withdrawn.objects.first)
            #expect(withdrawn.status == 0, "\(withdrawn.output)\(withdrawn.errors)")
            #expect(report["removed"] as? Int == 2 && report["forgotten"] as? Int == 1, "\(report)")
            #expect(TemporaryFolder.files(below: bench.folder + "/shelf").count == 2)

            for (command, options) in [("prepare", fleet), ("inspect", bench.queue)] {
                let refused = try ProgramRun([command, "in/0", "--state", "four"] + options, in: bench.folder)
                #expect(refused.status == 1 && refused.errors.contains("source-withdrawn"), "\(refused.errors)")
            }
            #expect(try ProgramRun(["prepare", "in/1", "--state", "four"] + fleet, in: bench.folder).status == 0)
            // Of a machine that runs already, and of the journal that called it ready.
            for journal in ["other.jsonl", "out.jsonl"] {
                let run = try ProgramRun(
                    bench.batch(journal, ["--variants", "lite", "--state", "two"]), in: bench.folder)
                #expect(run.objects.first?["codes"] as? [String: Int] == ["source-withdrawn": 1], "\(run.output)")
            }
            let shown = try ProgramRun(["withdraw", "--list", "--state", "five"] + fleet, in: bench.folder)
            #expect(shown.output.contains("\nsources  "), "\(shown.output)")
            let allowed = try ProgramRun(["withdraw", "--undo", "in/0", "--state", "six"] + fleet, in: bench.folder)
            #expect(allowed.status == 0 && allowed.output.contains("\nsources  "), "\(allowed.output)")
            #expect(try ProgramRun(["prepare", "in/0", "--state", "four"] + fleet, in: bench.folder).status == 0)
            // Its own list is none of the fleet's.
            let alone = try ProgramRun(["withdraw", "--list", "--state", "three"], in: bench.folder)
            #expect(alone.status == 0 && alone.output.isEmpty)
            machine.terminate()
            #expect(await machine.end().status == 0)
        }
    }

    @Test(arguments: ["consume", "serve"])
    func `a machine that was away removes its own original of what the fleet has withdrawn`(command: String)
        async throws
    {
        try await bench(items: 1) { bench in
            let digest = String(repeating: "ab", count: 32)
            let originals = bench.folder + "/one/originals/"
            try FileManager.default.createDirectory(atPath: originals, withIntermediateDirectories: true)
            for name in [digest, String(repeating: "cd", count: 32)] {
                try Data("kept".utf8).write(to: URL(filePath: originals + name))
            }
            let withdrawn = try ProgramRun(["withdraw", digest, "--state", "two"] + bench.queue, in: bench.folder)
            #expect(withdrawn.status == 0, "\(withdrawn.output)\(withdrawn.errors)")
            let words =
                command == "serve"
                ? ["serve", "--listen", "127.0.0.1:0", "--state", "one"] + bench.queue
                : bench.consume(["--state", "one"])
            let machine = try StartedProgram(words, in: bench.folder)
            #expect(try await eventually { !FileManager.default.fileExists(atPath: originals + digest) })
            machine.terminate()
            let (status, output) = await machine.end()
            #expect(status == 0 && output.contains("1 kept originals were removed"), "\(output)")
            #expect(TemporaryFolder.files(below: originals).count == 1)
        }
    }

    @Test func `a machine that cannot ask what is withdrawn prepares nothing, and says so`() async throws {
        try await bench(items: 1) { bench in
            let machine = try await bench.machine()
            bench.server.kill(node: 0)
            let run = try ProgramRun(["prepare", "in/0"] + bench.queue, in: bench.folder)
            #expect(run.status == 4 && run.errors.contains("queue-unreachable"), "\(run.errors)")
            #expect(TemporaryFolder.files(below: bench.folder + "/affix-shelf").isEmpty)
            machine.terminate()
            _ = await machine.end()
        }
    }

    @Test func `what was put back when its list had ended is fetched by the next run of the list`() async throws {
        try await bench(items: 1) { bench in
            let down = LoopbackOrigin.Answer.status("503 Service Unavailable")
            let answers = [down, down, down, .ok(try MediaSample.photo1200x800.bytes)]
            try await LoopbackOrigin.serving(["/a": answers]) { origin in
                try Data((origin.url("/a") + "\n").utf8).write(to: URL(filePath: bench.folder + "/list"))
                let machine = try StartedProgram(
                    bench.consume([
                        "--allow-addresses", "127.0.0.1", "--allow-ports", "\(origin.port)", "--queue-tries", "1",
                    ]), in: bench.folder)
                #expect(try ProgramRun(bench.batch(), in: bench.folder).status == 3)
                let shown = try ProgramRun(["queue"] + bench.queue, in: bench.folder)
                #expect(shown.output.hasPrefix("queue     affix at nats://127.0.0.1:"), "\(shown.output)")
                #expect(shown.output.contains("  fetch-status-5xx  \(origin.url("/a"))\n"), "\(shown.output)")
                let absent = try ProgramRun(["queue", "redrive", "99999"] + bench.queue, in: bench.folder)
                #expect(absent.status == 2 && absent.errors.contains("There is no dead job 99999"), "\(absent.errors)")
                let redriven = try ProgramRun(["queue", "redrive"] + bench.queue, in: bench.folder)
                #expect(
                    redriven.output.contains("1 dead jobs were put back; the same batch again"), "\(redriven.output)")
                #expect(try await eventually { try bench.queued("answers") ?? 0 > 0 })
                let asked = origin.requests.count
                let again = try ProgramRun(bench.batch(), in: bench.folder)
                #expect(again.objects.first?["statuses"] as? [String: Int] == ["ready": 1], "\(again.output)")
                #expect(origin.requests.count == asked, "it is not done once more")
                #expect(!FileManager.default.fileExists(atPath: bench.folder + "/out.jsonl.queue"))
                machine.terminate()
                #expect(await machine.end().status == 0)
            }
        }
    }

    @Test(arguments: [
        ["batch", "list", "--out", "x"], ["consume"], ["queue"], ["index"], ["prepare", "x"], ["withdraw", "x"],
    ])
    func `a queue that is not there is this machine's fault, and told without its password`(words: [String])
        async throws
    {
        try await TemporaryFolder.with { folder in
            try Data("a.jpg\n".utf8).write(to: URL(filePath: folder + "/list"))
            let run = try ProgramRun(words + ["--queue", "nats://user:hidden@127.0.0.1:1"], in: folder)
            #expect(run.status == 4 && run.errors.contains("queue-unreachable"), "\(run.errors)")
            #expect(!run.errors.contains("hidden") && run.errors.contains("127.0.0.1:1"))
        }
    }
}

/// A program that runs beside the test, and no longer than what the test does with it.
final class StartedProgram {
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: [String], in folder: String) throws {
        process.executableURL = URL(filePath: Products.path(of: "affix"))
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    deinit { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }

    var isRunning: Bool { process.isRunning }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func terminate() { process.terminate() }

    /// Waits for its end; gives its status and what it said.
    func end() async -> (status: Int32, output: String) {
        let (process, output) = (process, output)
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
                process.waitUntilExit()
                continuation.resume(returning: (process.terminationStatus, String(decoding: bytes, as: UTF8.self)))
            }
        }
    }
}
