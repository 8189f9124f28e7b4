internal import ForeignBytes

/// A `moof` box: samples that the movie's own tables do not know (ISO/IEC 14496-12, section 8.8).
struct MovieFragment {
    /// Set for a sample that needs others to be decoded.
    private static let isDependent = 0x1_0000

    private let box: Box
    private let file: ByteWindow

    init(_ box: Box, in file: ByteWindow) {
        self.box = box
        self.file = file
    }

    /// Adds the samples to the tracks they belong to; those of tracks that are not kept are passed over.
    func read(into tracks: inout [MovieTrack]) throws(Fault) {
        var walk = BoxWalk(box.body)
        // Where the data of the track before ended: the next one's begin there when nothing else is said.
        var end = box.start
        while let part = try walk.next() {
            guard part.name == "traf" else { continue }
            try read(part.body, into: &tracks, &end)
        }
    }

    private func read(_ part: ByteWindow, into tracks: inout [MovieTrack], _ end: inout Int) throws(Fault) {
        let header = try part.need("tfhd")
        let flags = try header.big(3, at: 1)
        let number = try header.big(4, at: 4)
        let index = tracks.firstIndex { $0.header.number == number }
        var usual = index.map { tracks[$0].usual } ?? FragmentDefaults()
        var base = flags & 0x2_0000 != 0 ? box.start : end
        var offset = 8
        func field(_ flag: Int, _ length: Int, _ value: inout Int) throws(Fault) {
            guard flags & flag != 0 else { return }
            value = try header.big(length, at: offset)
            offset += length
        }
        try field(1, 8, &base)
        try field(2, 4, &usual.entry)
        try field(8, 4, &usual.duration)
        try field(16, 4, &usual.size)
        try field(32, 4, &usual.flags)
        if let index, let start = try part.box("tfdt") {
            try tracks[index].begin(at: try start.big(try start.big(1, at: 0) == 1 ? 8 : 4, at: 4))
        }
        var position = base
        var walk = BoxWalk(part)
        while let run = try walk.next() {
            guard run.name == "trun" else { continue }
            try read(run.body, usual, base, &position, index, &tracks)
        }
        end = position
    }

    private func read(
        _ run: ByteWindow, _ usual: FragmentDefaults, _ base: Int, _ position: inout Int, _ index: Int?,
        _ tracks: inout [MovieTrack]
    ) throws(Fault) {
        let flags = try run.big(3, at: 1)
        let count = try run.big(4, at: 4)
        guard count <= SampleTables.mostSamples else { throw .tooManySamples }
        var offset = 8
        if flags & 1 != 0 {
            let (place, isBeyond) = base.addingReportingOverflow(try run.signed(at: offset))
            guard !isBeyond, place >= 0 else { throw .corrupt("A fragment's data begin before the file") }
            position = place
            offset += 4
        }
        var firstFlags: Int?
        if flags & 4 != 0 {
            firstFlags = try run.big(4, at: offset)
            offset += 4
        }
        func field(_ flag: Int, _ usual: Int) throws(Fault) -> Int {
            guard flags & flag != 0 else { return usual }
            defer { offset += 4 }
            return try run.big(4, at: offset)
        }
        let begin = position
        guard begin <= file.count else { throw .truncated }
        // A track that stays behind: without a field for each sample nothing would bound the count of them.
        if index == nil && flags & 0xF00 == 0 {
            let (length, isTooMuch) = count.multipliedReportingOverflow(by: usual.size)
            guard !isTooMuch, length <= file.count - begin else { throw .truncated }
            position += length
            return
        }
        for number in 0..<count {
            let duration = try field(0x100, usual.duration)
            let size = try field(0x200, usual.size)
            let own = try field(0x400, usual.flags)
            let delay = Int(Int32(truncatingIfNeeded: try field(0x800, 0)))
            // Bounded by the file, so that no sum of sizes can leave `Int`.
            guard size <= file.count - position else { throw .truncated }
            position += size
            guard let index else { continue }
            let isSync = (number == 0 ? firstFlags ?? own : own) & Self.isDependent == 0
            try tracks[index].samples.append(size: size, duration: duration, delay: delay, isSync: isSync)
            tracks[index].fragments?.next += duration
        }
        if let index, count > 0 {
            try tracks[index].note(
                SampleTables.Chunk(offset: begin, length: position - begin, samples: count, entry: usual.entry))
        }
    }
}

extension MovieTrack {
    /// A fragment begins at a time of its own: the last sample lasts until then, for nothing lies between.
    fileprivate mutating func begin(at time: Int) throws(Fault) {
        guard time < Ticks.most else { throw .corrupt("A fragment begins beyond all time") }
        guard let known = fragments else {
            fragments = (begin: samples.count == 0 ? time : 0, next: time)
            if samples.count > 0 { try samples.stretchLast(by: time - duration) }
            return
        }
        if time != known.next { try samples.stretchLast(by: time - known.next) }
        fragments?.next = time
    }

    fileprivate mutating func note(_ chunk: SampleTables.Chunk) throws(Fault) {
        guard (1...entries.count).contains(chunk.entry) else {
            throw .corrupt("Samples refer to an entry that is not there")
        }
        samples.chunks.append(chunk)
    }
}
