package import Affix
package import AttachmentModel
internal import Batching
internal import Fleet
package import FlowControl
internal import FoundationEssentials

/// The command line: reads arguments, does one command, prints, and says how it ended.
package struct Tool: Sendable {
    /// Makes the line that does the work; not called before it is needed, so that help costs nothing.
    package typealias LineMaker = @Sendable (PreparerConfiguration) throws(PreparationError) -> any PreparationLine

    private let console: Console
    private let makeLine: LineMaker
    /// What turns a signal into a wish, for commands that can end cleanly.
    private let signals: StopSignals
    /// What words that are no text really are, by how they read.
    private var names: [String: Set<[UInt8]>] = [:]

    package init(
        console: Console, signals: StopSignals = StopSignals(), makeLine: @escaping LineMaker = Self.preparer
    ) {
        self.console = console
        self.signals = signals
        self.makeLine = makeLine
    }

    /// The real line.
    package static func preparer(
        _ configuration: PreparerConfiguration
    ) throws(PreparationError) -> any PreparationLine {
        try Preparer(configuration)
    }

    /// Does what the words after the program's name ask for, of which those that name files need not be text.
    package func run(bytes words: [[UInt8]]) async -> ExitStatus {
        var tool = self
        for word in words where String(validating: word, as: UTF8.self) == nil {
            tool.names[String(decoding: word, as: UTF8.self), default: []].insert(word)
        }
        return await tool.run(words.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Does what the words after the program's name ask for.
    package func run(_ arguments: [String]) async -> ExitStatus {
        do throws(CommandFailure) {
            switch try Invocation(arguments) {
            case .version: return end(console.output.write(Help.version), as: .ready)
            case .help(let command): return end(console.output.write(Help.text(about: command)), as: .ready)
            case .run(let command, let options, let sources):
                let settings = try EffectiveSettings(options: options, environment: console.environment)
                return try await run(command, settings, sources)
            }
        } catch {
            return report(error, arguments)
        }
    }

    private func run(
        _ command: Command, _ settings: EffectiveSettings, _ sources: [String]
    ) async throws(CommandFailure) -> ExitStatus {
        var values = settings.values
        // Who calls for single sources wants to see what happens.
        if [.prepare, .inspect].contains(command) { values.preparer.remembers = false }
        try settings.refuseIdleFlags(of: command)
        if let remark = values.fleetRemark(for: command) { _ = console.error.write(remark.printable + "\n") }
        try await values.shareRecords(for: command)
        switch command {
        case .prepare, .inspect: return try await run(command, values, on: sources)
        case .batch:
            values.preparer.waitsForTurn = true
            values.preparer.remembersRefusals = !values.batch.retryRefused
            values.output = nil
            let display = BatchDisplay(on: console)
            values.preparer.onTrouble = { display.take(.remark($0)) }
            let command = BatchCommand(
                settings: values, makeLine: line, console: console, display: display, signals: signals)
            return try await command.run(sources)
        case .consume: return try await consume(values)
        case .queue: return try await QueueCommand(settings: values, console: console).run(sources)
        case .payload:
            return try await compose(values, sources)
        case .serve:
            values.preparer.onTrouble = { [console] in _ = console.error.write($0 + "\n") }
            let configuration = try configuration(values)
            return try await ServeCommand(
                settings: values, configuration: configuration, console: console, signals: signals
            ).run()
        case .sign: return try SignCommand(settings: values, console: console).run(sources)
        case .index:
            return try await IndexCommand(settings: values, line: try line(values), console: console).run()
        case .collect:
            return try await CollectCommand(settings: values, line: try line(values), console: console).run()
        case .withdraw:
            return try await WithdrawCommand(settings: values, line: try line(values), console: console).run(sources)
        case .doctor:
            let report = DoctorReport(findings: await (try line(values)).examine())
            let text = values.json ? report.json : report.words(console.paint(for: console.output))
            return end(console.output.write(text), as: report.status)
        case .config:
            let report = ConfigReport(settings)
            return end(console.output.write(values.json ? report.json : report.words), as: .ready)
        }
    }

    private func consume(_ settings: Settings) async throws(CommandFailure) -> ExitStatus {
        var settings = settings
        settings.preparer.waitsForTurn = true
        let queue = try await settings.openQueue()
        let display = ConsumeDisplay(on: console)
        settings.preparer.onTrouble = { display.take(.remark($0)) }
        try await settings.share(queue)
        let command = ConsumeCommand(
            settings: settings, queue: queue, line: try line(settings), console: console, display: display,
            signals: signals)
        return try await command.run()
    }

    private func run(
        _ command: Command, _ settings: Settings, on words: [String]
    ) async throws(CommandFailure) -> ExitStatus {
        var settings = settings
        if settings.output != nil, command == .prepare, words.count > 1 {
            throw .usage("One file cannot take \(words.count) results: give --output with one source only")
        }
        let (opensFolders, names) = (command == .inspect, names)
        let (sources, hasFolders) = await BlockingLane().run {
            ListedSource.listed(words, named: names, openingFolders: opensFolders)
        }
        // A single source leaves the other cores idle: its one worker may use them all.
        if sources.count == 1, settings.preparer.workers == 0 { settings.preparer.workers = 1 }
        // A folder is a list, however few files it holds.
        let isList = command == .inspect && (words.count > 1 || hasFolders)
        let form: SourceRun.Form = settings.json ? .json : isList ? .lines : .blocks
        let run = SourceRun(
            command: command, settings: settings, form: form, line: try line(settings), console: console)
        return await run.run(sources)
    }

    private func compose(_ values: Settings, _ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let now = Int(Date().timeIntervalSince1970)
        if values.check {
            var values = values
            values.preparer.remembers = false
            let line = values.payload.fetches ? try line(values) : nil
            return try await PayloadCheck(settings: values, console: console, now: now, line: line).run(words)
        }
        if let keys = values.payload.open {
            return try await PayloadOpening(settings: values, console: console, now: now).run(words, keys: keys)
        }
        return try await PayloadCommand(settings: values, console: console, now: now).run(words)
    }

    private func configuration(_ settings: Settings) throws(CommandFailure) -> PreparerConfiguration {
        var configuration = settings.preparer
        configuration.variables = console.environment
        if let path = settings.hostHeaders { configuration.hostHeaders = try HostHeadersFile.read(path) }
        if !configuration.sandbox { warnOfOpenSandbox() }
        return configuration
    }

    private func line(_ settings: Settings) throws(CommandFailure) -> any PreparationLine {
        let configuration = try configuration(settings)
        do throws(PreparationError) {
            return try makeLine(configuration)
        } catch {
            throw .problem(error)
        }
    }

    /// Said each time: nobody should forget it.
    private func warnOfOpenSandbox() {
        let words = "The sandbox is off: a hostile file has all rights of this user. Turn AFFIX_SANDBOX on again."
        _ = console.error.write(console.paint(for: console.error).bad("warning") + ": " + words + "\n")
    }

    /// Output that could not be written is this machine's fault; a reader who left is nobody's.
    private func end(_ written: Console.Written, as status: ExitStatus) -> ExitStatus {
        written == .failed ? .machine : status
    }

    private func report(_ failure: CommandFailure, _ arguments: [String]) -> ExitStatus {
        let paint = console.paint(for: console.error)
        switch failure {
        case .usage(let happening):
            let command = arguments.lazy.compactMap(Command.init).first.map { " \($0.rawValue)" } ?? ""
            let advice = "See affix\(command) --help."
            _ = console.error.write("\(paint.bad("affix")): \(happening.printable)\n\(advice)\n")
            return .usage
        case .problem(let problem):
            _ = console.error.write(Outcome.words(problem, source: nil, paint))
            return ExitStatus(problem)
        }
    }
}
