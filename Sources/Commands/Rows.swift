/// Lines of a name and a text, aligned; the texts may come from outside, so they are made printable here.
struct Rows {
    private var lines: [(name: String, text: String)] = []

    mutating func add(_ name: String, _ text: String?) {
        if let text { lines.append((name, text.printable)) }
    }

    /// Adds one line for each text, the name only once.
    mutating func add(_ name: String, each texts: [String]) {
        for (index, text) in texts.enumerated() { add(index == 0 ? name : "", text) }
    }

    /// The lines, each ended; names pass through `decorate` after they are aligned.
    func text(decorate: (String) -> String = { $0 }) -> String {
        let width = (lines.map(\.name.count).max() ?? 0) + 2
        return lines.map { decorate($0.name) + "".padded(to: width - $0.name.count) + $0.text + "\n" }.joined()
    }
}

extension String {
    /// The text followed by spaces up to `width`.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
