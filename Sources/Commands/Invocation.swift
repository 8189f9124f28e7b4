/// What a command line asks for.
enum Invocation: Sendable {
    case version
    /// Help about one command, or about all.
    case help(Command?)
    case run(Command, options: [GivenOption], sources: [String])
}

extension Invocation {
    /// Reads a command line: a command, and options and sources in any order; `--` ends the options.
    ///
    /// - Parameter arguments: the words after the program's name.
    init(_ arguments: [String]) throws(CommandFailure) {
        var words = arguments[...]
        var operands: [String] = []
        var options: [GivenOption] = []
        var wantsHelp = false
        while let word = words.popFirst() {
            switch word {
            case "--": operands += words; words = []
            case "--help", "-h": wantsHelp = true
            case "--version": self = .version; return
            case "-": operands.append(word)
            case _ where word.hasPrefix("-"): options.append(try Self.option(word, followedBy: &words))
            default: operands.append(word)
            }
        }
        try self.init(operands: operands, options: options, wantsHelp: wantsHelp)
    }

    private init(operands: [String], options: [GivenOption], wantsHelp: Bool) throws(CommandFailure) {
        guard let word = operands.first else {
            guard wantsHelp else { throw .usage("A command is missing: \(Command.allCases.map(\.rawValue).inWords)") }
            self = .help(nil)
            return
        }
        if word == "help" {
            self = .help(try operands.dropFirst().first.map(Self.command))
            return
        }
        let command = try Self.command(word)
        if wantsHelp {
            self = .help(command)
            return
        }
        let sources = Array(operands.dropFirst())
        let needsNone = options.contains { $0.setting.name == "list" }
        if !needsNone || !sources.isEmpty { try Self.check(sources, for: command) }
        for option in options where !option.setting.commands.contains(command) {
            throw .usage("affix \(command.rawValue) takes no \(option.spelling)" + Self.takers(of: option.setting))
        }
        self = .run(command, options: options, sources: sources)
    }

    /// Tells where a setting belongs that is not for many commands.
    private static func takers(of setting: Setting) -> String {
        let takers = Command.allCases.filter { $0 != .config && setting.commands.contains($0) }.map(\.rawValue)
        return takers.count <= 3 ? ": it is for affix " + takers.inWords : ""
    }

    private static func command(_ word: String) throws(CommandFailure) -> Command {
        if let command = Command(rawValue: word) { return command }
        if word.contains(where: { "/.:".contains($0) }) || word == "-" {
            throw .usage("\(word) is not a command; to prepare it: affix prepare \(word)")
        }
        let hint = NearestName.hint(word, among: Command.allCases.map(\.rawValue) + ["help"])
        throw .usage("There is no command \(word)\(hint)")
    }

    private static func check(_ sources: [String], for command: Command) throws(CommandFailure) {
        guard let operand = command.operand else {
            if let word = sources.first { throw .usage("affix \(command.rawValue) takes no sources, but got \(word)") }
            return
        }
        if sources.isEmpty, command.needsOperand {
            let rest = command == .withdraw ? "" : ", or - for standard input"
            throw .usage("A \(operand.lowercased()) is missing: \(command.operandForms)\(rest)")
        }
        if sources.count(where: { $0 == "-" }) > 1 {
            throw .usage("Standard input can be read once, so - can stand once")
        }
    }

    private static func option(
        _ word: String, followedBy rest: inout ArraySlice<String>
    ) throws(CommandFailure) -> GivenOption {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let spelling = parts[0]
        guard let setting = SettingsTable.rows.first(where: { $0.spellings.contains(spelling) }) else {
            let known = SettingsTable.rows.flatMap(\.spellings) + ["--help", "--version"]
            throw .usage(
                "There is no option \(spelling)" + NearestName.hint(spelling, among: known.filter { $0.count > 2 }))
        }
        guard let placeholder = setting.placeholder else {
            guard parts.count == 1 else { throw .usage("\(spelling) takes no value") }
            return GivenOption(
                setting: setting, spelling: spelling, text: String(spelling != setting.oppositeFlag))
        }
        if parts.count == 2 { return GivenOption(setting: setting, spelling: spelling, text: parts[1]) }
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw .usage("\(spelling) needs a value: \(placeholder), \(setting.allowed)")
        }
        rest.removeFirst()
        return GivenOption(setting: setting, spelling: spelling, text: value)
    }
}
