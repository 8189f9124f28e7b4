internal import ForeignBytes

/// A `moof` box: samples that the movie's own tables do not know.
enum MovieFragment {
    /// Adds the fragment's samples and time to the tracks they belong to.
    static func read(_ fragment: ByteWindow, into tracks: inout [MovieTrack]) throws(Fault) {
        var walk = BoxWalk(fragment)
        while let box = try walk.next() {
            guard box.name == "traf", let header = try box.body.box("tfhd") else { continue }
            let number = try header.big(4, at: 4)
            guard let index = tracks.firstIndex(where: { $0.number == number }) else { continue }
            try read(box.body, header, into: &tracks[index])
        }
    }

    private static func read(_ part: ByteWindow, _ header: ByteWindow, into track: inout MovieTrack) throws(Fault) {
        let flags = try header.big(3, at: 1)
        let usualAt = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
        let usualTicks = flags & 8 != 0 ? try header.big(4, at: usualAt) : track.usualTicks
        var end = 0.0
        if let start = try part.box("tfdt") {
            end = Double(try start.big(try start.byte(at: 0) == 1 ? 8 : 4, at: 4))
        }
        var walk = BoxWalk(part)
        while let box = try walk.next() {
            guard box.name == "trun" else { continue }
            end += try ticks(of: box.body, usualTicks, count: &track.samples)
        }
        track.clock.extend(to: end)
    }

    private static func ticks(of run: ByteWindow, _ usualTicks: Int, count: inout Int) throws(Fault) -> Double {
        let flags = try run.big(3, at: 1)
        let samples = try run.big(4, at: 4)
        count += samples
        guard flags & 0x100 != 0 else { return Double(samples) * Double(usualTicks) }
        let length = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        var cursor = ByteCursor(run, at: 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0))
        var ticks = 0.0
        for _ in 0..<samples {
            ticks += Double(try cursor.big(4))
            try cursor.skip(length - 4)
        }
        return ticks
    }
}
