internal import Affix

/// The help texts, made of the tables of commands, settings and exit statuses.
enum Help {
    static let version = "affix \(Preparer.version)\n"

    /// About one command, or about all of them.
    static func text(about command: Command?) -> String {
        if let command { about(command) } else { overview }
    }

    private static var overview: String {
        """
        affix turns a URL, a file or standard input into an attachment that an iOS push really shows.

        Begin with:
          affix prepare https://example.com/photo.jpg

        Commands:
        \(Command.allCases.map { "  \($0.rawValue.padded(to: 9))\($0.summary)\n" }.joined())
        affix COMMAND --help tells more about one command; affix --version names this version.

        \(exitStatuses)
        \(environment)
        """
    }

    private static func about(_ command: Command) -> String {
        """
        \(command.summary)

        Usage: \(command.usage)
        \(operands(of: command).map { "\n" + $0 + "\n" } ?? "")
        Examples:
        \(command.examples.map { "  \($0.call)\n      \($0.effect)\n" }.joined())
        Options:
        \(SettingsTable.rows(of: command).map(option).joined())
        \(exitStatuses)
        \(environment)
        """
    }

    private static func operands(of command: Command) -> String? {
        switch command {
        case .prepare, .inspect: source
        case .sign: "SOURCE is an http, https or data URL."
        case .batch: manifest
        case .queue: action
        case .payload: receipts
        case .withdraw: withdrawn
        case .consume, .serve, .index, .collect, .doctor, .config: nil
        }
    }

    private static let manifest = """
        MANIFEST is a file of sources, a pattern such as 'lists/*.csv', or - for standard input. It is written as one JSON
        object on each line, {"id": …, "source": …, "profile": …}, of which only the source must be there; as a table
        with a row of names, one of them "source" or "url"; or as one source on each line, # before comments. A bad line
        is told with its number and stops nothing.
        """

    private static let withdrawn = """
        TARGET is a source as it was prepared, the URL of a published file, or a digest in 64 hexadecimal digits: of a published
        file or of the bytes that came in. It is refused from then on as source-withdrawn, from whatever URL it comes, by
        everything that uses the same state folder, or with --queue by every machine of the fleet. Each withdrawal adds a
        line to withdrawals.jsonl in the state folder.
        """

    private static let action = """
        ACTION is redrive, with the numbers of dead jobs or none for all of them, or purge; without one the queue is shown.
        """

    private static let receipts = """
        RECEIPT is a file of what affix prepare --json printed or affix batch wrote, or - for standard input: one object, or
        one on each line. A failure among them becomes a payload of text alone. With --check and --open it is a file of
        payloads.
        """

    private static let source = """
        SOURCE is an http or https URL, a file, a data: URL, or - for standard input; for inspect also a folder, whose
        files are all inspected but hidden ones and links. Options and sources may be mixed; after -- everything is a
        source.
        """

    private static func option(_ setting: Setting) -> String {
        let letter = setting.letter.map { "-\($0), " } ?? ""
        let flag = letter + setting.usualFlag + (setting.placeholder.map { " " + $0 } ?? "")
        let origin = "Environment \(setting.environmentName); default: \(setting.standard)"
        return "  \(flag)\n      \(setting.help)\n      \(origin)\n"
    }

    private static var exitStatuses: String {
        let lines = ExitStatus.allCases.map { "  \($0.rawValue)  \($0.meaning)\n" }.joined()
        return "Exit status (with several sources the worst: 4, then 1, then 3):\n" + lines
    }

    private static let environment = """
        A setting comes from its flag, else its AFFIX_ variable, else the JSON file of --config, else its default.
        NO_COLOR turns colour off; TERM=dumb also the line that shows what is going on.

        """
}
