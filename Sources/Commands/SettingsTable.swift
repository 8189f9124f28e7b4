/// Every setting there is: flags, variables, keys, help and the README's table are all made of these rows.
package enum SettingsTable {
    static let making: Set<Command> = [.prepare, .config]
    /// What a request to the service says for itself.
    static let asking: Set<Command> = [.prepare, .inspect, .batch, .config]
    static let reading = asking.union([.serve])
    static let composing: Set<Command> = [.payload, .config]
    static let signing: Set<Command> = [.sign, .config]
    static let serving: Set<Command> = [.serve, .config]
    static let keeping = serving.union([.collect])
    static let preparing = reading.union([.consume])
    static let fetching = preparing.union([.payload])
    static let publishing: Set<Command> = [.prepare, .batch, .consume, .serve, .doctor, .config]
    static let shelving = publishing.union([.index, .collect, .withdraw])
    /// What has to do with a shelf or with media, be it from afar.
    static let touching = everywhere.subtracting([.queue, .sign])
    static let working = touching.subtracting([.index, .collect, .withdraw])
    /// What prepares or looks after what was prepared, beside the machines of a fleet or as one of them.
    static let sharing: Set<Command> = [
        .prepare, .inspect, .batch, .consume, .serve, .index, .collect, .withdraw, .config,
    ]
    static let queueing = sharing.union([.queue])
    static let listing: Set<Command> = [.batch, .config]
    static let ofProfile = "the profile's"
    static let everywhere = Set(Command.allCases)

    static let rows: [Setting] =
        rendition + places + work + times + fetches + lists + payload + service + queue + general

    private static let general: [Setting] = [
        Setting("json", \.json, .onOff, on: everywhere, "Print JSON, one object per line."),
        Setting(
            "config", \.config, .path("FILE"), on: everywhere,
            "A JSON file of settings; flags and the environment override it."),
    ]

    /// The rows whose flags `command` takes.
    static func rows(of command: Command) -> [Setting] { rows.filter { $0.commands.contains(command) } }

    static subscript(name: String) -> Setting? { rows.first { $0.name == name } }

    /// The settings as a table in Markdown, for the README.
    package static var markdown: String {
        let head = """
            | Flag | Environment | Key in the file | Default | What it does |
            |---|---|---|---|---|

            """
        return head
            + rows.map { row in
                let flag = row.usualFlag + (row.placeholder.map { " " + $0 } ?? "")
                let key = row.name == "config" ? "" : "`\(row.key)`"
                return "| `\(flag)` | `\(row.environmentName)` | \(key) | \(row.standard) | \(row.help) |\n"
            }.joined()
    }
}
