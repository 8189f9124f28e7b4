extension EffectiveSettings {
    /// Refuses flags that would have no effect beside the others: whoever writes one wants something of it.
    ///
    /// What a file or the environment says may be meant for other calls.
    func refuseIdleFlags(of command: Command) throws(CommandFailure) {
        for rule in Self.rules(of: command, values) {
            for name in rule.names {
                guard case .flag(let spelling) = origin(named: name) else { continue }
                throw .usage("\(spelling) means nothing \(rule.reason)")
            }
        }
    }

    /// Flags that mean nothing, and why.
    private struct Rule {
        let names: [String]
        let reason: String
    }

    private static func rules(of command: Command, _ values: Settings) -> [Rule] {
        var rules: [Rule] = []
        // It shows what would count with other commands.
        guard command != .config else { return [] }
        if values.queue.address == nil {
            rules.append(Rule(names: SettingsTable.aboutQueue, reason: "without --queue"))
        }
        switch command {
        case .payload:
            let composing = [
                "preset", "title", "subtitle", "body", "merge", "shorten", "simulator", "seal", "clear-text",
            ]
            if values.check { rules.append(Rule(names: composing + ["open"], reason: "with --check")) }
            if values.payload.open != nil { rules.append(Rule(names: composing + ["fetch"], reason: "with --open")) }
        case .batch where values.queue.address != nil:
            let reason = "with --queue: the machines do the work, so say it to affix consume"
            rules.append(Rule(names: SettingsTable.ofMachines, reason: reason))
            if values.batch.report == nil { rules.append(Rule(names: SettingsTable.ofDrawing, reason: reason)) }
        case .withdraw:
            if values.list { rules.append(Rule(names: ["undo", "purge-command"], reason: "with --list")) }
            if values.undo { rules.append(Rule(names: ["purge-command"], reason: "with --undo")) }
        default: break
        }
        return rules
    }
}
