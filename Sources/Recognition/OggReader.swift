internal import AttachmentModel

/// Reads the first pages of an Ogg file, and the last one of its sound for the time at which it ends.
struct OggReader: StructureReader {
    private static let mostStreams = 8
    /// Two of the longest pages: pages of other streams may lie behind the sound's last one.
    private static let reach = 2 * 65_307

    /// A stream that counts its time in samples.
    private struct Clock {
        let serial: Int
        let rate: Int
        /// Samples before the first that is heard.
        let skipped: Int
    }

    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var cursor = ByteCursor(file)
        var clock: Clock?
        // Each stream begins with a page of its own, before any goes on.
        for _ in 0..<Self.mostStreams {
            let page = cursor.position
            guard file.reads("OggS", at: page), try file.byte(at: page + 5) & 2 != 0 else { break }
            let serial = try file.little(4, at: page + 14)
            try cursor.skip(26)
            let segments = try cursor.take(try cursor.byte())
            var length = 0
            for index in 0..<segments.count { length += try segments.byte(at: index) }
            let found = try readStream(try cursor.take(length), serial)
            clock = clock ?? found
        }
        guard !facts.codecs.isEmpty else { throw .corrupt }
        let tail = file.clipped(at: max(0, file.count - Self.reach))
        guard let last = tail.lastPosition(of: "OggS", within: tail.count) else { throw .truncated }
        if let clock { noteDuration(clock, tail) }
        // The last page of a stream says that it is.
        if try tail.byte(at: last + 5) & 4 == 0 { throw .truncated }
    }

    private mutating func noteDuration(_ clock: Clock, _ tail: ByteWindow) {
        var page = tail.lastPosition(of: "OggS", within: tail.count)
        while let position = page {
            // A page on which no packet ends has a time of all ones, which is beyond `Int`.
            if (try? tail.little(4, at: position + 14)) == clock.serial, let end = try? tail.little(8, at: position + 6)
            {
                let seconds = Double(max(0, end - clock.skipped)) / Double(clock.rate)
                facts.duration = seconds
                for index in facts.tracks.indices where facts.tracks[index].role == .sound {
                    facts.tracks[index].duration = seconds
                }
                return
            }
            page = tail.clipped(at: 0, count: position).lastPosition(of: "OggS", within: position)
        }
    }

    /// Names the codec of a stream by its first packet, and finds how an audio stream counts, if it is one we know.
    private mutating func readStream(_ packet: ByteWindow, _ serial: Int) throws(Fault) -> Clock? {
        if packet.reads("\u{1}vorbis") {
            return try note("vorbis", serial, rate: try packet.little(4, at: 12), channels: try packet.byte(at: 11))
        }
        if packet.reads("OpusHead") {
            let skipped = (try? packet.little(2, at: 10)) ?? 0
            return try note("opus", serial, rate: 48_000, channels: try packet.byte(at: 9), skipped: skipped)
        }
        if packet.reads("FLAC", at: 1) {
            let bits = try packet.big(4, at: 27)
            return try note("flac", serial, rate: bits >> 12, channels: (bits >> 9) & 7 + 1)
        }
        if packet.reads("Speex   ") {
            return try note("speex", serial, rate: try packet.little(4, at: 36), channels: try packet.little(4, at: 48))
        }
        if packet.reads("theora", at: 1) {
            facts.codecs.insert("theora", at: 0)
            var track = TrackFacts(.picture, codec: "theora")
            (track.width, track.height) = (try packet.big(3, at: 14), try packet.big(3, at: 17))
            facts.tracks.insert(track, at: 0)
        }
        return nil
    }

    private mutating func note(
        _ codec: String, _ serial: Int, rate: Int, channels: Int, skipped: Int = 0
    ) throws(Fault) -> Clock {
        guard rate > 0 else { throw .corrupt }
        facts.codecs.append(codec)
        var track = TrackFacts(.sound, codec: codec)
        (track.sampleRate, track.channels) = (rate, channels)
        facts.tracks.append(track)
        return Clock(serial: serial, rate: rate, skipped: skipped)
    }
}
