internal import ForeignBytes

/// The tables of a track that say where its samples lie: how many there are, and how far they reach.
struct SampleTables {
    /// Number of samples.
    let samples: Int
    /// The first byte behind the last chunk, or the last chunk's first byte where the tables do not say how long it is.
    let end: Int?

    /// Reads an `stbl` box.
    init(_ tables: ByteWindow) throws(Fault) {
        let plainSizes = try tables.box("stsz")
        let sizes: ByteWindow?
        if let plainSizes { sizes = plainSizes } else { sizes = try tables.box("stz2") }
        samples = try sizes?.big(4, at: 8) ?? 0
        guard samples > 0, let chunk = try Self.lastChunk(in: tables) else {
            end = nil
            return
        }
        var length = 0
        if let plainSizes { length = try Self.lastLength(plainSizes, samples, tables) }
        let (sum, isTooFar) = chunk.start.addingReportingOverflow(chunk.isLastInTable ? length : 0)
        end = isTooFar ? .max : max(sum, chunk.start + 1)
    }

    /// The chunk that lies farthest in the file.
    private static func lastChunk(in tables: ByteWindow) throws(Fault) -> (start: Int, isLastInTable: Bool)? {
        let short = try tables.box("stco")
        let long = try tables.box("co64")
        guard let offsets = short ?? long else { return nil }
        let length = short == nil ? 8 : 4
        let count = try offsets.big(4, at: 4)
        guard count > 0 else { return nil }
        let table = try offsets.part(at: 8, count: try offsets.clampedProduct(count, length))
        let last = try table.big(length, at: table.count - length)
        let farthest = try table.largest(length)
        guard farthest < .max else { throw .corrupt }
        return (farthest, farthest == last)
    }

    /// The bytes of the samples in the last chunk.
    private static func lastLength(_ sizes: ByteWindow, _ samples: Int, _ tables: ByteWindow) throws(Fault) -> Int {
        guard let runs = try tables.box("stsc") else { return 0 }
        let count = try runs.big(4, at: 4)
        guard count > 0, runs.holds(try runs.clampedProduct(count, 12), at: 8) else { return 0 }
        let inChunk = min(try runs.big(4, at: 8 + 12 * (count - 1) + 4), samples)
        let size = try sizes.big(4, at: 4)
        if size > 0 { return size * inChunk }
        guard sizes.holds(try sizes.clampedProduct(samples, 4), at: 12) else { throw .corrupt }
        var length = 0
        for index in (samples - inChunk)..<samples { length += try sizes.big(4, at: 12 + 4 * index) }
        return length
    }
}

extension ByteWindow {
    /// A product that is a length; one too large for any window is `corrupt`.
    func clampedProduct(_ one: Int, _ two: Int) throws(Fault) -> Int {
        let (product, isTooMuch) = one.multipliedReportingOverflow(by: two)
        guard !isTooMuch, product >= 0 else { throw .corrupt }
        return product
    }

    /// The largest of the numbers of 4 or 8 bytes that fill the window, the most significant byte first.
    ///
    /// A number beyond `Int.max` counts as `Int.max`.
    func largest(_ length: Int) throws(Fault) -> Int {
        unsafe withBytes { bytes in
            var largest: UInt64 = 0
            for offset in stride(from: 0, to: bytes.count - length + 1, by: length) {
                let number =
                    length == 4
                    ? UInt64(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
                    : unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).bigEndian
                largest = max(largest, number)
            }
            return Int(clamping: largest)
        }
    }
}
