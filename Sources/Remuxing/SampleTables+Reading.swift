internal import ForeignBytes

extension SampleTables {
    /// Reads the tables of a `stbl` box (ISO/IEC 14496-12, sections 8.6 and 8.7).
    ///
    /// - Parameter end: the size of the file, beyond which no sample may lie.
    init(_ tables: ByteWindow, within end: Int) throws(Fault) {
        self.init()
        try readSizes(tables)
        guard count > 0 else { return }
        durations = try Self.runs(try tables.need("stts"))
        durations.settle(count: count, filler: durations.runs.last?.value ?? 0)
        if let table = try tables.box("ctts") {
            delays = try Self.runs(table, isSigned: true)
            delays.settle(count: count, filler: 0)
        } else {
            delays.append(0, count: count)
        }
        if let table = try tables.box("stss") { syncs = try Self.syncs(table, of: count) }
        try readChunks(tables, within: end)
    }

    private mutating func readSizes(_ tables: ByteWindow) throws(Fault) {
        if let table = try tables.box("stsz") {
            let common = try table.big(4, at: 4)
            let count = try table.big(4, at: 8)
            guard count <= Self.mostSamples else { throw .tooManySamples }
            guard common == 0 else {
                sizes = SampleSizes(uniform: common, count: count)
                return
            }
            try readSizes(table, bits: 32, count)
        } else if let table = try tables.box("stz2") {
            try readSizes(table, bits: try table.big(1, at: 7), try table.big(4, at: 8))
        }
    }

    private mutating func readSizes(_ table: ByteWindow, bits: Int, _ count: Int) throws(Fault) {
        guard [4, 8, 16, 32].contains(bits) else { throw .corrupt("The sizes of samples have no size of their own") }
        guard count <= Self.mostSamples else { throw .tooManySamples }
        guard table.holds((count * bits + 7) / 8, at: 12) else { throw .corrupt("The table of sizes is too short") }
        sizes.reserve(count)
        for index in 0..<count {
            guard bits == 4 else {
                sizes.append(try table.big(bits / 8, at: 12 + index * bits / 8))
                continue
            }
            let pair = try table.big(1, at: 12 + index / 2)
            sizes.append(index & 1 == 0 ? pair >> 4 : pair & 15)
        }
    }

    /// Reads `stts` or `ctts`; a table that goes on beyond the samples is cut by the caller.
    private static func runs(_ table: ByteWindow, isSigned: Bool = false) throws(Fault) -> Runs {
        let entries = try table.big(4, at: 4)
        guard entries <= mostSamples else { throw .tooManySamples }
        guard table.holds(entries * 8, at: 8) else { throw .corrupt("A table of times is too short") }
        var runs = Runs()
        for index in 0..<entries {
            let count = try table.big(4, at: 8 + index * 8)
            // QuickTime has signed delays whatever the version says; true ones never reach half of 32 bits.
            let value = isSigned ? try table.signed(at: 12 + index * 8) : try table.big(4, at: 12 + index * 8)
            runs.append(value, count: min(count, mostSamples))
            if runs.count > mostSamples { break }
        }
        return runs
    }

    private static func syncs(_ table: ByteWindow, of count: Int) throws(Fault) -> [UInt32] {
        let entries = try table.big(4, at: 4)
        guard entries <= mostSamples else { throw .tooManySamples }
        guard table.holds(entries * 4, at: 8) else { throw .corrupt("The table of key frames is too short") }
        var syncs: [UInt32] = []
        syncs.reserveCapacity(min(entries, count))
        for index in 0..<entries {
            let number = try table.big(4, at: 8 + index * 4)
            guard number > Int(syncs.last ?? 0) else { throw .corrupt("The key frames are out of order") }
            if number > count { break }
            syncs.append(UInt32(number))
        }
        return syncs
    }

    private mutating func readChunks(_ tables: ByteWindow, within end: Int) throws(Fault) {
        let runs = try tables.need("stsc")
        let short = try tables.box("stco")
        let long = try tables.box("co64")
        guard let offsets = short ?? long else { throw .corrupt("The index of chunks is missing") }
        let width = short == nil ? 8 : 4
        let (entries, all) = (try runs.big(4, at: 4), try offsets.big(4, at: 4))
        guard entries <= Self.mostSamples, all <= Self.mostSamples else { throw .tooManySamples }
        guard runs.holds(entries * 12, at: 8), offsets.holds(all * width, at: 8) else {
            throw .corrupt("The index of chunks is too short")
        }
        chunks.reserveCapacity(min(all, count))
        var (run, sample) = (0, 0)
        var (perChunk, entry) = (0, 0)
        var next = entries > 0 ? try runs.big(4, at: 8) : 0
        guard next == 1 else { throw .corrupt("The index of chunks does not begin with the first") }
        for chunk in 1...max(all, 1) where chunk <= all && sample < count {
            while chunk == next {
                (perChunk, entry) = (try runs.big(4, at: 12 + run * 12), try runs.big(4, at: 16 + run * 12))
                run += 1
                next = run < entries ? try runs.big(4, at: 8 + run * 12) : 0
                guard perChunk > 0, next == 0 || next > chunk else {
                    throw .corrupt("The index of chunks is out of order")
                }
            }
            let samples = min(perChunk, count - sample)
            let offset = try offsets.big(width, at: 8 + (chunk - 1) * width)
            let length = sizes.common.map { $0 * samples } ?? (sample..<(sample + samples)).reduce(0) { $0 + sizes[$1] }
            guard offset <= end, length <= end - offset else { throw .truncated }
            chunks.append(Chunk(offset: offset, length: length, samples: samples, entry: entry))
            sample += samples
        }
        guard sample == count else { throw .corrupt("The index of chunks knows fewer samples than the others") }
    }
}
