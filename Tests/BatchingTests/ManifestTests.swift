internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Batching

/// What a manifest says, read in one piece and byte for byte: the pieces a file comes in must not matter.
struct ManifestTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let what: String
        let text: String
        /// Each entry as `line id source profile`, or `line ! id` for a bad one.
        let entries: [String]
        var testDescription: String { what }
    }

    private static let rows: [Row] = [
        Row(what: "a list", text: "https://a/1\nhttps://a/2\n", entries: ["1 - https://a/1 -", "2 - https://a/2 -"]),
        Row(
            what: "no end of line at the end", text: "https://a/1\nb.jpg",
            entries: ["1 - https://a/1 -", "2 - b.jpg -"]),
        Row(what: "CRLF", text: "https://a/1\r\nhttps://a/2\r\n", entries: ["1 - https://a/1 -", "2 - https://a/2 -"]),
        Row(what: "a byte order mark", text: "\u{FEFF}https://a/1\n", entries: ["1 - https://a/1 -"]),
        Row(
            what: "comments and blank lines", text: "# campaign\n\n  \nhttps://a/1\n#https://a/2\n",
            entries: ["4 - https://a/1 -"]),
        Row(what: "an empty file", text: "", entries: []),
        Row(what: "standard input in a list", text: "-\nx.jpg\n", entries: ["1 !", "2 - x.jpg -"]),
        Row(
            what: "JSON lines",
            text: #"{"id":"7","source":"https://a/1","profile":"lite"}"# + "\n" + #"{"source":"b.jpg"}"#,
            entries: ["1 7 https://a/1 lite", "2 - b.jpg -"]),
        Row(
            what: "a number for a name, url for source, names of the caller's own",
            text: #"{"id":7,"url":"https://a/1","price":{"eur":3}}"#, entries: ["1 7 https://a/1 -"]),
        Row(
            what: "bad JSON does not stop the rest",
            text: #"{"source":"a.jpg"}"# + "\nnonsense\n{}\n[]\n" + #"{"source":" "}"# + "\n"
                + #"{"source":"x","profile":"huge"}"# + "\n" + #"{"source":"b.jpg"}"#,
            entries: ["1 - a.jpg -", "2 !", "3 !", "4 !", "5 !", "6 !", "7 - b.jpg -"]),
        Row(
            what: "a table", text: "id,source,profile\n1,https://a/1,banner\n,b.jpg,\n",
            entries: ["2 1 https://a/1 banner", "3 - b.jpg -"]),
        Row(
            what: "a table in another order, with a column more", text: "URL;Name;ID\nhttps://a/1;shoe;9\n",
            entries: ["2 9 https://a/1 -"]),
        Row(what: "a table with tabs", text: "id\tsource\n1\ta,b.jpg\n", entries: ["2 1 a,b.jpg -"]),
        Row(
            what: "quotes, doubled quotes and line ends in a field",
            text: "id,source\n\"a \"\"b\"\", c\nd\",\"https://a/1\"\r\ne,f.jpg\n",
            entries: ["2 a \"b\", c\nd https://a/1 -", "4 e f.jpg -"]),
        Row(
            what: "bad quotes and short rows",
            text: "id,source\n\"a\"b,c.jpg\nonly\n1,d.jpg\n", entries: ["2 !", "3 ! only", "4 1 d.jpg -"]),
        Row(what: "one column", text: "url\nhttps://a/1\n", entries: ["2 - https://a/1 -"]),
        Row(
            what: "the sign of a comment in a table is data", text: "source,id\n#1.jpg,2\n", entries: ["2 2 #1.jpg -"]),
    ]

    private static func shown(_ entry: ManifestEntry) -> String {
        guard case .success(let item) = entry.content else {
            return "\(entry.line) !" + (entry.id.map { " " + $0 } ?? "")
        }
        let source =
            switch item.source {
            case .link(let text), .file(let text), .data(let text): text
            default: "?"
            }
        return "\(entry.line) \(item.id ?? "-") \(source) \(item.profile?.name ?? "-")"
    }

    private static func entries(_ bytes: [UInt8], piece: Int, form: ManifestForm? = nil) throws -> [String] {
        var reader = ManifestReader(named: "m", form: form)
        var shown: [String] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.append(bytes[start..<min(start + piece, bytes.count)])
            while let entry = try reader.next() { shown.append(Self.shown(entry)) }
        }
        while let entry = try reader.next(isEnd: true) { shown.append(Self.shown(entry)) }
        return shown
    }

    @Test(arguments: rows) func `a manifest says the same in one piece and in many`(row: Row) throws {
        #expect(try Self.entries(Array(row.text.utf8), piece: 1 << 16) == row.entries)
        // A mark of four bytes is looked for in the first piece only.
        #expect(try Self.entries(Array(row.text.utf8), piece: 5) == row.entries)
    }

    @Test func `a line that is not UTF-8 is bad, and the next one is not`() throws {
        #expect(try Self.entries([0x61, 0xFF, 0x0A, 0x62, 0x0A], piece: 100) == ["1 !", "2 - b -"])
    }

    @Test func `a line without end is bad, and what follows is read`() throws {
        let long = [UInt8](repeating: 0x61, count: RecordSplitter.mostBytes + 10)
        #expect(try Self.entries(long + Array("\nb.jpg\n".utf8), piece: 1 << 16) == ["1 !", "2 - b.jpg -"])
        let quoted = Array("source\n\"".utf8) + long + Array("\nb.jpg\n".utf8)
        #expect(try Self.entries(quoted, piece: 1 << 16) == ["2 !", "3 - b.jpg -"])
    }

    @Test(arguments: [[0xFF, 0xFE, 0x68, 0], [0xFE, 0xFF, 0, 0x68]] as [[UInt8]])
    func `UTF-16 is refused as a whole`(bytes: [UInt8]) async {
        #expect(await problemCode { _ = try Self.entries(bytes, piece: 100) } == .configurationInvalid)
    }

    private static func fault(_ text: String) throws -> String {
        var reader = ManifestReader(named: "m")
        try reader.append(Array(text.utf8))
        while let entry = try reader.next(isEnd: true) {
            if case .failure(let problem) = entry.content { return problem.message }
        }
        return ""
    }

    @Test(arguments: [
        (
            "source\n\"a.jpg\nb.jpg\nc.jpg\n",
            "Line 2 of m has a quote that is not closed, or text behind one; up to line 4"
        ),
        ("source\n\"a.jpg\nb.jpg\nc.jpg", "up to line 4 everything was taken for part of it, 18 bytes in all."),
        (
            "source\n\"a\"b.jpg\nb.jpg\n",
            "Line 2 of m has a quote that is not closed, or text behind one. Correct the line"
        ),
        (#"{"source":"a","profile":"huge"}"#, "there are push, "),
        ("{\"source\":5}", "Correct the line, and run it again."),
    ])
    func `a bad line is told with what it cost and what to do`(text: String, part: String) throws {
        let told = try Self.fault(text)
        #expect(told.contains(part), "\(told)")
    }

    @Test func `a quote that swallows more than a record may have tells how far`() throws {
        let long = String(repeating: "a.jpg\n", count: RecordSplitter.mostBytes / 6 + 1)
        let told = try Self.fault("source\n\"" + long + "b.jpg\n")
        #expect(told.contains("up to line \(RecordSplitter.mostBytes / 6 + 2) "), "\(told)")
    }

    @Test(arguments: [
        ("Image URL,id\nhttps://a/1,1\n", true), ("sep=;\nid;url\n1;b.jpg\n", true), ("id;link;Größe\n", true),
        ("a,b.jpg\n", false), ("https://a/1,2\n", false), ("folder/a,b\n", false), ("picture\n", false),
        ("id,source\n1,a\n", false),
    ])
    func `a table without a column for the source is not read as a list of files`(text: String, isRefused: Bool) async {
        #expect(await problemCode { _ = try Self.fault(text) } == (isRefused ? .configurationInvalid : nil))
        #expect(await problemCode { _ = try Self.entries(Array(text.utf8), piece: 99, form: .list) } == nil)
    }

    @Test func `a form that is told overrules the first line`() throws {
        #expect(try Self.entries(Array("url\nx.jpg".utf8), piece: 9, form: .list) == ["1 - url -", "2 - x.jpg -"])
        #expect(try Self.entries(Array("a\nb".utf8), piece: 9, form: .table) == ["1 !", "2 !"])
    }

    @Test func `files are read one after the other, and counted`() async throws {
        try await TemporaryFolder.with { folder in
            try Data("a\nb\n".utf8).write(to: URL(filePath: folder + "/1.txt"))
            try Data("url,id\nc,1\n".utf8).write(to: URL(filePath: folder + "/2.csv"))
            let files = Manifest.files(matching: folder + "/*.*")
            #expect(files == [folder + "/1.txt", folder + "/2.csv"])
            let manifest = Manifest(files)
            #expect(manifest.count() == 3)
            #expect(await problemCode { () async throws in try Manifest([folder]).check() } == .configurationInvalid)
            var shown: [String] = []
            while let piece = try manifest.nextPiece() { shown += piece.map(Self.shown) }
            #expect(shown == ["1 - a -", "2 - b -", "2 1 c -"])
            #expect(
                await problemCode { () async throws in try Manifest([folder + "/3.txt"]).check() }
                    == .configurationInvalid)
        }
    }
}
