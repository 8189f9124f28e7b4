/// How a manifest is written.
public enum ManifestForm: String, CaseIterable, Sendable {
    /// One JSON object on each line: `{"id": …, "source": …, "profile": …}`.
    case jsonLines = "jsonl"
    /// A table (RFC 4180) whose first row names its columns; `source` or `url` must be one of them.
    case table = "csv"
    /// One source on each line; lines that begin with `#` are comments.
    case list

    /// Tells the form by the first line that is not blank.
    init(firstLine line: some Sequence<UInt8>) {
        let bytes = Array(line)
        if bytes.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "{") {
            self = .jsonLines
        } else if TableHead(row: bytes) != nil {
            self = .table
        } else {
            self = .list
        }
    }
}
