internal import ForeignBytes

extension SampleTables {
    /// Writes everything of a `stbl` box but the sample entries.
    ///
    /// - Parameters:
    ///   - places: where each chunk lies in the new file.
    ///   - isLong: whether places need 64 bits.
    func write(to writer: inout BoxWriter, places: [Int], isLong: Bool) {
        Self.write("stts", durations, to: &writer)
        if delays.runs.contains(where: { $0.value != 0 }) {
            Self.write("ctts", delays, version: hasNegativeDelays ? 1 : 0, to: &writer)
        }
        if let syncs {
            writer.fullBox("stss") { writer in
                writer.big(syncs.count)
                for sync in syncs { writer.big(Int(sync)) }
            }
        }
        writeChunks(to: &writer)
        writer.fullBox("stsz") { writer in
            // Zero stands for a list.
            let common = sizes.common ?? 0
            writer.big(common)
            writer.big(count)
            guard common == 0 else { return }
            for index in 0..<count { writer.big(sizes[index]) }
        }
        writer.fullBox(isLong ? "co64" : "stco") { writer in
            writer.big(places.count)
            for place in places { writer.big(place, isLong ? 8 : 4) }
        }
    }

    /// Whether a sample is shown before its own time of decoding.
    var hasNegativeDelays: Bool { delays.runs.contains { $0.value < 0 } }

    private static func write(_ name: FourCC, _ runs: Runs, version: Int = 0, to writer: inout BoxWriter) {
        writer.fullBox(name, version: version) { writer in
            writer.big(runs.runs.count)
            for run in runs.runs {
                writer.big(run.count)
                writer.big(run.value)
            }
        }
    }

    private func writeChunks(to writer: inout BoxWriter) {
        var runs: [(first: Int, chunk: Chunk)] = []
        for (index, chunk) in chunks.enumerated() {
            if let last = runs.last?.chunk, last.samples == chunk.samples, last.entry == chunk.entry { continue }
            runs.append((index + 1, chunk))
        }
        writer.fullBox("stsc") { writer in
            writer.big(runs.count)
            for run in runs {
                writer.big(run.first)
                writer.big(run.chunk.samples)
                writer.big(run.chunk.entry)
            }
        }
    }
}
