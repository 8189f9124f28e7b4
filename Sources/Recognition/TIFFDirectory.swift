internal import ForeignBytes

/// A list of tagged values, as TIFF and Exif have it, classic or BigTIFF.
struct TIFFDirectory {
    /// Where the values of one tag lie.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        /// The values themselves, or the part of the file that they begin in.
        let values: ByteWindow
    }

    private static let mostEntries = 4_096

    private let file: ByteWindow
    private let isBigEndian: Bool
    private let isBigTIFF: Bool
    private let start: Int
    private let entries: Int

    /// Finds the first directory of a file.
    init(_ file: ByteWindow) throws(Fault) {
        self.file = file
        isBigEndian = file.reads("MM")
        guard isBigEndian || file.reads("II") else { throw .corrupt }
        let version = try Self.number(2, at: 2, in: file, isBigEndian)
        guard version == 42 || version == 43 else { throw .corrupt }
        isBigTIFF = version == 43
        start = try Self.number(isBigTIFF ? 8 : 4, at: isBigTIFF ? 8 : 4, in: file, isBigEndian)
        guard start <= file.count else { throw .truncated }
        entries = try Self.number(isBigTIFF ? 8 : 2, at: start, in: file, isBigEndian)
        guard entries <= Self.mostEntries else { throw .corrupt }
    }

    /// Calls `body` with each entry in turn; values of an unknown type are left out.
    func forEach(_ body: (Entry) throws(Fault) -> Void) throws(Fault) {
        let (wordLength, entryLength) = isBigTIFF ? (8, 20) : (4, 12)
        let first = start + (isBigTIFF ? 8 : 2)
        for index in 0..<entries {
            let entry = try file.part(at: first + index * entryLength, count: entryLength)
            let type = try Self.number(2, at: 2, in: entry, isBigEndian)
            let count = try Self.number(wordLength, at: 4, in: entry, isBigEndian)
            guard let length = Self.length(of: type) else { continue }
            let inline = entry.clipped(at: 4 + wordLength)
            let isInline = count <= wordLength / length
            let values =
                isInline
                ? inline : file.clipped(at: try Self.number(wordLength, at: 0, in: inline, isBigEndian))
            let tag = try Self.number(2, at: 0, in: entry, isBigEndian)
            try body(Entry(tag: tag, type: type, count: count, values: values))
        }
    }

    /// One value of an entry that holds whole numbers.
    func number(_ index: Int, of entry: Entry) throws(Fault) -> Int {
        guard index < entry.count, [1, 3, 4, 16].contains(entry.type), let length = Self.length(of: entry.type) else {
            throw .corrupt
        }
        let (offset, isTooFar) = index.multipliedReportingOverflow(by: length)
        guard !isTooFar else { throw .corrupt }
        return try Self.number(length, at: offset, in: entry.values, isBigEndian)
    }

    /// The orientation that Exif data give, if it is one of the eight; data that are damaged give none.
    static func orientation(in exif: ByteWindow) -> Int? {
        var orientation: Int?
        do throws(Fault) {
            let directory = try TIFFDirectory(exif)
            try directory.forEach { entry throws(Fault) in
                guard orientation == nil, entry.tag == 0x0112, [3, 4].contains(entry.type), entry.count == 1 else {
                    return
                }
                let number = try directory.number(0, of: entry)
                if (1...8).contains(number) { orientation = number }
            }
        } catch {
            // What was found before the damage counts, as it does for decoders.
        }
        return orientation
    }

    private static func length(of type: Int) -> Int? {
        switch type {
        case 1, 2, 6, 7: 1
        case 3, 8: 2
        case 4, 9, 11, 13: 4
        case 5, 10, 12, 16, 17, 18: 8
        default: nil
        }
    }

    private static func number(
        _ length: Int, at offset: Int, in window: ByteWindow, _ isBigEndian: Bool
    ) throws(Fault) -> Int {
        isBigEndian ? try window.big(length, at: offset) : try window.little(length, at: offset)
    }
}
