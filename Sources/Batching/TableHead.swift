/// The first row of a table: which column is what, and what stands between columns.
struct TableHead: Hashable, Sendable {
    /// Commas by the standard; spreadsheets of many countries write semicolons, and some programs tabs.
    private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

    let separator: UInt8
    let source: Int
    let id: Int?
    let profile: Int?

    /// Whether a row names columns of which none is for the source: several plain names, none of them a path or a link.
    static func isWithoutSource(_ row: [UInt8]) -> Bool {
        guard TableHead(row: row) == nil else { return false }
        // What spreadsheets write above the head to say what stands between columns.
        if String(decoding: row.prefix(4), as: UTF8.self).lowercased() == "sep=" { return true }
        return separators.contains { separator in
            guard let names = TableRow.fields(of: row, separator: separator), names.count > 1 else { return false }
            return names.allSatisfy { name in
                name.contains { $0 != 0x20 } && !name.contains { "./:\\".utf8.contains($0) }
            }
        }
    }

    /// Reads a row; `nil` when it names no column for the source.
    init?(row: [UInt8]) {
        for separator in Self.separators {
            let names = TableRow.fields(of: row, separator: separator)?.map { field in
                String(decoding: field, as: UTF8.self).lowercased().filter { $0 != " " }
            }
            guard let names, let source = names.firstIndex(of: "source") ?? names.firstIndex(of: "url") else {
                continue
            }
            self.separator = separator
            self.source = source
            id = names.firstIndex(of: "id")
            profile = names.firstIndex(of: "profile")
            return
        }
        return nil
    }
}
