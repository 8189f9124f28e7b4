internal import Affix
internal import Fleet
internal import FoundationEssentials
internal import Handover

/// A line in the state folder that says to which fleet its machine belongs, so that a command without `--queue` can tell
/// that it sees this machine alone.
struct FleetNote {
    /// The state folder.
    let folder: String

    /// The file; an operator whose machine has left its fleet removes it.
    var path: String { folder + "/fleet" }

    /// The fleet, as it may be shown; `nil` for a machine that is in none.
    var fleet: String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let line = String(decoding: bytes.prefix(1_000).prefix { $0 != 0x0A }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }

    /// Notes the fleet; without the note only a hint is missing, so that a folder that cannot be written is no trouble.
    func write(_ fleet: String) {
        guard fleet != self.fleet, Folder.make(folder, mode: 0o700) else { return }
        _ = FileManager.default.createFile(atPath: path, contents: Data((fleet + "\n").utf8))
    }
}

extension Settings {
    /// Notes which fleet this machine belongs to; gives words for one that belongs to a fleet and is not told so now.
    func fleetRemark(for command: Command) -> String? {
        guard SettingsTable.sharing.contains(command), command != .config else { return nil }
        let note = FleetNote(folder: preparer.state)
        if let address = queue.address, queue.isShared {
            // Who only looks may do so from anywhere.
            if !command.looksAtRecords { note.write("\(queue.layout.name) at \(address.redacted)") }
            return nil
        }
        guard queue.indexStore == nil, let fleet = note.fleet else { return nil }
        return
            "The state folder \(preparer.state) belongs to the fleet of the queue \(fleet), and --queue is not given: "
            + "only this machine's own index and list of what is withdrawn count. --index-store sqlite says that this is "
            + "meant; a machine that has left its fleet removes \(note.path)."
    }
}
