/// One row of a table as RFC 4180 writes it.
enum TableRow {
    private static let quote = UInt8(ascii: "\"")

    /// The fields of a row without its end of line; `nil` when its quotes do not pair.
    static func fields(of row: [UInt8], separator: UInt8) -> [[UInt8]]? {
        var fields: [[UInt8]] = []
        var field: [UInt8] = []
        var isQuoted = false
        var wasQuoted = false
        var index = 0
        while index < row.count {
            let byte = row[index]
            index += 1
            if isQuoted {
                guard byte == quote else { field.append(byte); continue }
                if index < row.count, row[index] == quote {
                    field.append(quote)
                    index += 1
                } else {
                    isQuoted = false
                    wasQuoted = true
                }
            } else if byte == separator {
                fields.append(field)
                field = []
                wasQuoted = false
            } else if byte == quote, field.isEmpty, !wasQuoted {
                isQuoted = true
            } else if wasQuoted {
                return nil
            } else {
                field.append(byte)
            }
        }
        guard !isQuoted else { return nil }
        return fields + [field]
    }
}
