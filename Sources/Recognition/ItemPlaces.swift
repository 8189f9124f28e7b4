internal import ForeignBytes

/// Where the data of the items in a HEIC or AVIF file lie: an `iloc` box (ISO/IEC 14496-12, section 8.11.3).
struct ItemPlaces {
    private static let mostExtents = 100_000

    private let box: ByteWindow
    private let file: ByteWindow
    /// Whether the data of some item lie outside of the file.
    private(set) var areOutside = false

    /// Checks the data of all items.
    init(_ box: ByteWindow, in file: ByteWindow) throws(Fault) {
        (self.box, self.file) = (box, file)
        var isOutside = false
        try forEachExtent { _, start, length throws(Fault) in
            if start.map({ !file.holds(length, at: $0) }) ?? true { isOutside = true }
            return true
        }
        areOutside = isOutside
    }

    /// The first stretch of an item's data; `nil` where it does not lie in the file itself, or has none.
    func beginning(of item: Int) throws(Fault) -> ByteWindow? {
        var found: ByteWindow?
        try forEachExtent { number, start, length throws(Fault) in
            guard number == item else { return true }
            // Without a length it is all of the file.
            found = start.map { file.clipped(at: $0, count: length == 0 ? .max : length) }
            return false
        }
        return found
    }

    /// Goes over the stretches of data that lie in the file itself: the item's number, where it begins, its length.
    ///
    /// - Parameter body: is told `nil` in place of a beginning beyond all files, and says whether to go on.
    private func forEachExtent(_ body: (Int, Int?, Int) throws(Fault) -> Bool) throws(Fault) {
        let version = try box.byte(at: 0)
        var cursor = ByteCursor(box, at: 4)
        let (lengths, more) = (try cursor.byte(), try cursor.byte())
        var extents = 0
        for _ in 0..<(try cursor.big(version < 2 ? 2 : 4)) {
            let number = try cursor.big(version < 2 ? 2 : 4)
            let isInFile = version == 0 ? true : try cursor.big(2) & 15 == 0
            try cursor.skip(2)
            let base = try cursor.big(more >> 4)
            let count = try cursor.big(2)
            // An extent may take no bytes at all: the length of the file is no bound on their number.
            extents += count
            guard extents <= Self.mostExtents else { throw .corrupt }
            for _ in 0..<count {
                if version > 0 { try cursor.skip(more & 15) }
                let (offset, length) = (try cursor.big(lengths >> 4), try cursor.big(lengths & 15))
                let (start, isTooFar) = base.addingReportingOverflow(offset)
                if isInFile, try !body(number, isTooFar ? nil : start, length) { return }
            }
        }
    }
}
