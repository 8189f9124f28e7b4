extension SampleTables {
    /// The last sample that can be decoded by itself and is shown at a time within the range: how many come before it,
    /// and that time.
    func lastKey(shownIn range: ClosedRange<Int>) -> (index: Int, time: Int)? {
        var found: (index: Int, time: Int)?
        var key = syncs?.makeIterator()
        var next = key?.next()
        var (index, time) = (0, 0)
        var delay = delays.numbers
        for run in durations.runs {
            for _ in 0..<run.count {
                let isKey = syncs == nil || next.map { Int($0) == index + 1 } ?? false
                let shown = time + (delay.next() ?? 0)
                if isKey {
                    next = key?.next()
                    if index > 0, range.contains(shown) { found = (index, shown) }
                }
                index += 1
                time += run.value
            }
        }
        return found
    }

    /// Samples that begin before a time.
    func count(before time: Int) -> Int {
        var (count, begin) = (0, 0)
        for run in durations.runs {
            guard begin < time else { break }
            guard run.value > 0 else {
                count += run.count
                continue
            }
            let more = min(run.count, (time - begin + run.value - 1) / run.value)
            count += more
            begin += more * run.value
            if more < run.count { break }
        }
        return count
    }

    /// Forgets all samples but the first ones.
    mutating func keepFirst(_ wanted: Int) {
        guard wanted < count else { return }
        durations.settle(count: wanted, filler: 0)
        delays.settle(count: wanted, filler: 0)
        syncs = syncs.map { $0.filter { $0 <= wanted } }
        var rest = wanted
        var kept: [Chunk] = []
        for chunk in chunks where rest > 0 {
            let samples = min(chunk.samples, rest)
            let first = wanted - rest
            let length =
                samples == chunk.samples
                ? chunk.length : (first..<(first + samples)).reduce(0) { $0 + sizes[$1] }
            kept.append(Chunk(offset: chunk.offset, length: length, samples: samples, entry: chunk.entry))
            rest -= samples
        }
        chunks = kept
        sizes.keepFirst(wanted)
    }
}
