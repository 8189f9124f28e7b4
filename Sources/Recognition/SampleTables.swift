internal import ForeignBytes

/// The tables of a track that say where its samples lie: how many there are, and how far they reach.
///
/// They are walked without being kept. What packs a movie anew asks the same of them, and so does what plays it.
struct SampleTables {
    /// Number of samples.
    let samples: Int
    /// The first byte behind the sample that lies farthest; `nil` without samples.
    let end: Int?

    /// Reads an `stbl` box (ISO/IEC 14496-12, sections 8.6 and 8.7).
    ///
    /// - Parameter entries: how many sample entries the track has.
    init(_ tables: ByteWindow, entries: Int) throws(Fault) {
        let sizes = try SampleSizes(tables)
        samples = sizes.count
        guard samples > 0 else {
            end = nil
            return
        }
        try Self.insistOnTimes(tables)
        end = try Self.end(of: sizes, tables, entries: entries)
    }

    /// Fails where a table of times, delays or key frames has fewer entries than it says, or key frames out of order.
    private static func insistOnTimes(_ tables: ByteWindow) throws(Fault) {
        try insistOnEntries(try tables.need("stts"), length: 8)
        if let delays = try tables.box("ctts") { try insistOnEntries(delays, length: 8) }
        guard let keys = try tables.box("stss") else { return }
        try insistOnEntries(keys, length: 4)
        var last = 0
        for index in 0..<(try keys.big(4, at: 4)) {
            let number = try keys.big(4, at: 8 + 4 * index)
            guard number > last else { throw .corrupt }
            last = number
        }
    }

    private static func insistOnEntries(_ table: ByteWindow, length: Int) throws(Fault) {
        _ = try table.part(at: 8, count: try table.clampedProduct(try table.big(4, at: 4), length))
    }

    /// Goes over the chunks of samples: runs of chunks have equally many, and the last run goes on to the last chunk.
    private static func end(of sizes: SampleSizes, _ tables: ByteWindow, entries: Int) throws(Fault) -> Int {
        let runs = try tables.need("stsc")
        try insistOnEntries(runs, length: 12)
        let short = try tables.box("stco")
        let long = try tables.box("co64")
        guard let offsets = short ?? long else { throw .corrupt }
        let width = short == nil ? 8 : 4
        try insistOnEntries(offsets, length: width)
        let (chunks, count) = (try offsets.big(4, at: 4), try runs.big(4, at: 4))
        var (end, sample, chunk) = (0, 0, 1)
        for run in 0..<count where sample < sizes.count {
            let (first, inEach) = (try runs.big(4, at: 8 + 12 * run), try runs.big(4, at: 12 + 12 * run))
            guard first == chunk, inEach > 0, (1...max(1, entries)).contains(try runs.big(4, at: 16 + 12 * run)) else {
                throw .corrupt
            }
            let next = run + 1 < count ? try runs.big(4, at: 20 + 12 * run) : chunks + 1
            guard next > chunk else { throw .corrupt }
            while chunk < min(next, chunks + 1), sample < sizes.count {
                let samples = min(inEach, sizes.count - sample)
                let offset = try offsets.big(width, at: 8 + (chunk - 1) * width)
                let (sum, isTooFar) = offset.addingReportingOverflow(try sizes.sum(from: sample, count: samples))
                end = max(end, isTooFar ? .max : sum)
                sample += samples
                chunk += 1
            }
        }
        guard sample == sizes.count else { throw .corrupt }
        return end
    }
}

/// The bytes of each sample: an `stsz` box, or an `stz2` box, which takes fewer bits for each.
private struct SampleSizes {
    let count: Int
    /// The size of all of them, where it is one.
    private let common: Int?
    private let bits: Int
    private let table: ByteWindow

    init(_ tables: ByteWindow) throws(Fault) {
        if let plain = try tables.box("stsz") {
            let size = try plain.big(4, at: 4)
            (table, bits, common) = (plain, 32, size > 0 ? size : nil)
        } else if let packed = try tables.box("stz2") {
            (table, bits, common) = (packed, try packed.byte(at: 7), nil)
            guard [4, 8, 16].contains(bits) else { throw .corrupt }
        } else {
            (count, table, bits, common) = (0, tables, 32, 0)
            return
        }
        count = try table.big(4, at: 8)
        guard common == nil else { return }
        _ = try table.part(at: 12, count: (try table.clampedProduct(count, bits) + 7) / 8)
    }

    /// The bytes of some neighbours together; a number beyond counting is the largest there is.
    func sum(from first: Int, count: Int) throws(Fault) -> Int {
        if let common {
            let (sum, isTooMuch) = common.multipliedReportingOverflow(by: count)
            return isTooMuch ? .max : sum
        }
        var sum = 0
        for index in first..<(first + count) {
            if bits == 4 {
                let pair = try table.byte(at: 12 + index / 2)
                sum += index & 1 == 0 ? pair >> 4 : pair & 15
            } else {
                sum += try table.big(bits / 8, at: 12 + index * bits / 8)
            }
        }
        return sum
    }
}

extension ByteWindow {
    /// A product that is a length; one too large for any window is `corrupt`.
    func clampedProduct(_ one: Int, _ two: Int) throws(Fault) -> Int {
        let (product, isTooMuch) = one.multipliedReportingOverflow(by: two)
        guard !isTooMuch, product >= 0 else { throw .corrupt }
        return product
    }
}
