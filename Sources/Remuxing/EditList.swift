internal import ForeignBytes

/// Which stretches of a track are shown, and when (ISO/IEC 14496-12, section 8.6.6).
struct EditList: Hashable {
    struct Edit: Hashable {
        /// In ticks of the movie; 0 in a fragmented one means down to the end.
        var duration: Int
        /// In ticks of the track; -1 for a pause.
        var start: Int
        /// The speed, 1 for the usual one, with 16 bits behind the point.
        var rate: Int
    }

    /// More edits than a recording or a cut of one has.
    private static let mostEdits = 10_000

    var edits: [Edit] = []

    init() {}

    /// Reads an `elst` box.
    init(_ box: ByteWindow) throws(Fault) {
        let isLong = try box.big(1, at: 0) == 1
        let count = try box.big(4, at: 4)
        guard count <= Self.mostEdits else { throw .corrupt("The edit list has \(count) entries") }
        for index in 0..<count {
            let offset = 8 + index * (isLong ? 20 : 12)
            let duration = try box.big(isLong ? 8 : 4, at: offset)
            guard duration < Ticks.most else { throw .corrupt("An edit is longer than any movie") }
            // All ones are -1: a pause. As a long number they are beyond `Int`.
            let start: Int
            if isLong {
                let high = try box.signed(at: offset + 8)
                start = high < 0 ? -1 : high << 32 | (try box.big(4, at: offset + 12))
            } else {
                start = try box.signed(at: offset + 4)
            }
            edits.append(
                Edit(duration: duration, start: max(start, -1), rate: try box.signed(at: offset + (isLong ? 16 : 8))))
        }
    }

    /// Ticks of the movie that all edits take together.
    var duration: Int { edits.reduce(0) { min($0 + $1.duration, Ticks.most) } }

    /// Gives the last edit of a movie that was in fragments the length that is known now.
    ///
    /// - Parameters:
    ///   - media: the track's length in its own ticks.
    ///   - pause: ticks of the movie before the track begins.
    mutating func settle(media: Int, trackScale: Int, movieScale: Int, pause: Int) {
        if let last = edits.indices.last, edits[last].duration == 0 {
            edits[last].duration = Self.scaled(
                max(0, media - max(0, edits[last].start)), from: trackScale, to: movieScale)
        }
        guard pause > 0 else { return }
        if edits.isEmpty {
            let all = Self.scaled(media, from: trackScale, to: movieScale)
            edits = [Edit(duration: all, start: 0, rate: 1 << 16)]
        }
        edits.insert(Edit(duration: pause, start: -1, rate: 1 << 16), at: 0)
    }

    /// Ends stretches where their track does that claim to be longer, as players end them; up to a second is rounding.
    mutating func end(with media: Int, trackScale: Int, movieScale: Int) throws(Fault) {
        for index in edits.indices where edits[index].start >= 0 && edits[index].rate == 1 << 16 {
            guard edits[index].start <= media + trackScale else {
                throw .corrupt("An edit begins behind the end of its track")
            }
            let most = Self.scaled(max(0, media - edits[index].start), from: trackScale, to: movieScale)
            if edits[index].duration > most + movieScale { edits[index].duration = most }
        }
    }

    /// Ends the stretch that is shown after so many ticks of the movie.
    mutating func end(at duration: Int) {
        guard let last = edits.indices.last, edits[last].start >= 0 else { return }
        edits[last].duration = min(edits[last].duration, max(0, duration))
    }

    func write(to writer: inout BoxWriter) {
        guard !edits.isEmpty else { return }
        let isLong = edits.contains { $0.duration > Int(UInt32.max) || $0.start > Int(Int32.max) }
        writer.box("edts") { writer in
            writer.fullBox("elst", version: isLong ? 1 : 0) { writer in
                writer.big(edits.count)
                for edit in edits {
                    writer.big(edit.duration, isLong ? 8 : 4)
                    writer.big(edit.start, isLong ? 8 : 4)
                    writer.big(edit.rate)
                }
            }
        }
    }

    /// Ticks of one clock in those of another.
    static func scaled(_ ticks: Int, from: Int, to: Int) -> Int {
        Ticks.whole(Double(ticks) * Double(to) / Double(max(from, 1)))
    }
}
