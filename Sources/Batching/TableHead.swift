/// The first row of a table: which column is what, and what stands between columns.
struct TableHead: Hashable, Sendable {
    /// Commas by the standard; spreadsheets of many countries write semicolons, and some programs tabs.
    private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

    let separator: UInt8
    let source: Int
    let id: Int?
    let profile: Int?

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
