/// Cuts a stream of bytes into the records of a manifest: lines, or rows of a table whose quoted fields may hold line ends.
///
/// It holds one record and what has not been cut yet, however long the manifest is.
package struct RecordSplitter: Sendable {
    /// One record without its end of line.
    package struct Record: Hashable, Sendable {
        /// The line it begins on, from 1.
        package let line: Int
        /// How many lines it takes.
        package let lines: Int
        /// `nil` when it was longer than a record may be.
        package let bytes: [UInt8]?
    }

    /// Bytes of a record: a `data:` URL of a small picture fits, a binary file without line ends does not.
    static let mostBytes = 1 << 20

    /// Whether line ends inside quotes belong to the record.
    var joinsQuoted = false

    package init() {}

    private var bytes: [UInt8] = []
    private var start = 0
    /// How far the bytes have been looked at.
    private var scanned = 0
    private var isQuoted = false
    private var isTooLong = false
    private var recordLine = 1
    private var line = 1

    /// Takes what was read.
    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next record whose end has been read.
    ///
    /// - Parameter isEnd: nothing more comes, so that the last record needs no end of line.
    package mutating func next(isEnd: Bool = false) -> Record? {
        while scanned < bytes.count {
            let byte = bytes[scanned]
            scanned += 1
            if byte == UInt8(ascii: "\""), joinsQuoted {
                isQuoted.toggle()
            } else if byte == 0x0A {
                line += 1
                if !isQuoted { return take(through: scanned - 1) }
            }
            if scanned - start > Self.mostBytes { drop() }
        }
        guard isEnd, start < bytes.count || isTooLong else { return nil }
        // A last line without an end counts too.
        if bytes.last != 0x0A { line += 1 }
        return take(through: bytes.count)
    }

    /// Gives a record up: an open quote must not swallow the rest of the manifest.
    private mutating func drop() {
        isTooLong = true
        isQuoted = false
        start = scanned
    }

    private mutating func take(through end: Int) -> Record {
        defer {
            start = scanned
            recordLine = line
            isTooLong = false
            isQuoted = false
        }
        let lines = line - recordLine
        guard !isTooLong else { return Record(line: recordLine, lines: lines, bytes: nil) }
        let isReturned = end > start && bytes[end - 1] == 0x0D
        return Record(line: recordLine, lines: lines, bytes: Array(bytes[start..<(isReturned ? end - 1 : end)]))
    }
}
