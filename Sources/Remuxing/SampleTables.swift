internal import ForeignBytes

/// The samples of one track: how long each lasts, how large it is, and where it lies in the source.
///
/// Read from a movie's own tables, from its fragments, or from both; memory is bounded by `mostSamples`.
struct SampleTables {
    /// Samples that lie one after another in the source.
    struct Chunk {
        let offset: Int
        let length: Int
        let samples: Int
        /// Which sample entry they belong to, counted from 1.
        let entry: Int
    }

    /// About two million: an hour of 120 pictures a second, the longest movie that is taken, has 432 000.
    static let mostSamples = 1 << 21

    /// Ticks of each sample.
    var durations = Runs()
    /// Ticks from decoding each sample to showing it.
    var delays = Runs()
    /// Bytes of each sample.
    var sizes = SampleSizes()
    /// Samples that can be decoded by themselves, counted from 1; `nil` when all can.
    var syncs: [UInt32]?
    var chunks: [Chunk] = []

    init() {}

    var count: Int { sizes.count }

    /// Appends a sample of a fragment; its chunk is noted apart.
    mutating func append(size: Int, duration: Int, delay: Int, isSync: Bool) throws(Fault) {
        guard count < Self.mostSamples else { throw .tooManySamples }
        sizes.append(size)
        durations.append(duration)
        delays.append(delay)
        if isSync {
            let number = UInt32(count)
            syncs?.append(number)
        } else if syncs == nil {
            syncs = (1..<UInt32(count)).map { $0 }
        }
    }

    /// Makes the last sample last longer or, down to nothing, shorter: what follows begins then.
    mutating func stretchLast(by ticks: Int) throws(Fault) {
        guard let last = durations.removeLast() else { return }
        let (stretched, isTooLong) = last.addingReportingOverflow(ticks)
        guard !isTooLong, stretched <= Int(UInt32.max) else { throw .corrupt("A fragment begins beyond all time") }
        durations.append(max(0, stretched))
    }

    /// Goes over the samples in their order: number from 1, place in the source, size.
    func forEach(_ body: (Int, Int, Int) throws(Fault) -> Void) throws(Fault) {
        var index = 0
        for chunk in chunks {
            var offset = chunk.offset
            for _ in 0..<chunk.samples {
                let size = sizes[index]
                index += 1
                try body(index, offset, size)
                offset += size
            }
        }
    }
}
