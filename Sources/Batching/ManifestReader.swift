internal import AttachmentModel
internal import FoundationEssentials

/// Reads the records of one manifest out of its bytes, as they come.
struct ManifestReader: Sendable {
    private let name: String
    private var splitter = RecordSplitter()
    private var form: ManifestForm?
    private var head: TableHead?
    private var isAtStart = true

    /// - Parameter form: how it is written; `nil` to be told by its first line.
    init(named name: String, form: ManifestForm? = nil) {
        self.name = name
        self.form = form
        splitter.joinsQuoted = form == .table
    }

    /// Takes what was read.
    mutating func append(_ bytes: some Collection<UInt8>) throws(PreparationError) {
        guard isAtStart, !bytes.isEmpty else { return splitter.append(bytes) }
        isAtStart = false
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw PreparationError(.configurationInvalid, "The manifest \(name) is written in UTF-16; save it as UTF-8")
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        splitter.append(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    }

    /// The next entry that has been read whole.
    mutating func next(isEnd: Bool = false) throws(PreparationError) -> ManifestEntry? {
        try nextRecord(isEnd: isEnd).map(entry)
    }

    /// Passes over the entries that have been read whole; gives how many they were.
    mutating func countRecords(isEnd: Bool) throws(PreparationError) -> Int {
        var count = 0
        while try nextRecord(isEnd: isEnd) != nil { count += 1 }
        return count
    }

    /// The next record that is an entry: blank lines, comments and the head of a table are none.
    private mutating func nextRecord(isEnd: Bool = false) throws(PreparationError) -> RecordSplitter.Record? {
        while let record = splitter.next(isEnd: isEnd) {
            guard let bytes = record.bytes else { return record }
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            let isComment = bytes.first == UInt8(ascii: "#")
            if form == nil, !isComment {
                form = ManifestForm(firstLine: bytes)
                if form == .list, TableHead.isWithoutSource(bytes) { throw headless(record) }
                splitter.joinsQuoted = form == .table
            }
            if isComment, form == nil || form == .list { continue }
            if form == .table, head == nil {
                head = TableHead(row: bytes)
                if head != nil { continue }
            }
            return record
        }
        return nil
    }

    private func entry(_ record: RecordSplitter.Record) -> ManifestEntry {
        guard let bytes = record.bytes else {
            return bad(record, "is longer than \(RecordSplitter.mostBytes) bytes" + swallowed(by: record, 0))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return bad(record, "is not UTF-8") }
        switch form {
        case .list, nil: return item(record, source: text)
        case .jsonLines: return object(record, bytes)
        case .table:
            guard let head else { return bad(record, "should name the columns, one of them \"source\" or \"url\"") }
            return row(record, bytes, head)
        }
    }

    private func object(_ record: RecordSplitter.Record, _ bytes: [UInt8]) -> ManifestEntry {
        let object: ManifestObject
        do {
            object = try JSONDecoder().decode(ManifestObject.self, from: Data(bytes))
        } catch {
            return bad(
                record, "is not a JSON object with texts, such as {\"id\": \"42\", \"source\": \"https://…\"}")
        }
        return item(record, id: object.id, source: object.source, profile: object.profile)
    }

    private func row(_ record: RecordSplitter.Record, _ bytes: [UInt8], _ head: TableHead) -> ManifestEntry {
        guard let fields = TableRow.fields(of: bytes, separator: head.separator) else {
            return bad(
                record, "has a quote that is not closed, or text behind one" + swallowed(by: record, bytes.count))
        }
        func text(_ column: Int?) -> String? {
            guard let column, column < fields.count else { return nil }
            let text = String(decoding: fields[column], as: UTF8.self)
            return text.isEmpty ? nil : text
        }
        return item(record, id: text(head.id), source: text(head.source) ?? "", profile: text(head.profile))
    }

    private func item(
        _ record: RecordSplitter.Record, id: String? = nil, source: String, profile: String? = nil
    ) -> ManifestEntry {
        let media = MediaSource(source)
        guard source.contains(where: { !$0.isWhitespace }) else {
            return bad(record, id: id, "names no source")
        }
        guard media != .standardInput else {
            return bad(record, id: id, "names standard input, which is no source of a batch")
        }
        var chosen: AttachmentProfile?
        if let profile {
            chosen = AttachmentProfile.named.first { $0.name == profile }
            guard chosen != nil else {
                return bad(record, id: id, "names a profile that does not exist; there are \(Self.profiles)")
            }
        }
        return ManifestEntry(
            manifest: name, line: record.line, id: id,
            content: .success(ManifestItem(id: id, source: media, profile: chosen)))
    }

    /// Tells of the lines behind the first that are lost with a record, as they stand inside its quotes.
    private func swallowed(by record: RecordSplitter.Record, _ bytes: Int) -> String {
        guard record.lines > 1 else { return "" }
        let size = bytes > 0 ? ", \(bytes) bytes in all" : ""
        return "; up to line \(record.line + record.lines - 1) everything was taken for part of it\(size)"
    }

    private func headless(_ record: RecordSplitter.Record) -> PreparationError {
        PreparationError(
            .configurationInvalid,
            "Line \(record.line) of the manifest \(name) looks like the head of a table, and no column of it is named \"source\" or \"url\"",
            advice: "Name the column of the links so, or say --manifest-form list if it is a list of files")
    }

    private static var profiles: String { AttachmentProfile.named.map(\.name).joined(separator: ", ") }

    private func bad(_ record: RecordSplitter.Record, id: String? = nil, _ fault: String) -> ManifestEntry {
        let problem = PreparationError(
            .sourceInvalid, "Line \(record.line) of \(name) \(fault)", advice: "Correct the line, and run it again")
        return ManifestEntry(manifest: name, line: record.line, id: id, content: .failure(problem))
    }
}

/// A record of a manifest of JSON lines; whatever else it holds is the caller's own.
private struct ManifestObject: Decodable {
    let id: String?
    let source: String
    let profile: String?

    private enum CodingKeys: String, CodingKey { case id, source, url, profile }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        // Databases have numbers for names.
        if let number = try? values.decode(Int.self, forKey: .id) {
            id = String(number)
        } else {
            id = try values.decodeIfPresent(String.self, forKey: .id)
        }
        source = try values.decodeIfPresent(String.self, forKey: .source) ?? values.decode(String.self, forKey: .url)
        profile = try values.decodeIfPresent(String.self, forKey: .profile)
    }
}
