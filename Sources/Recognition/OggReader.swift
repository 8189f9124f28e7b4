internal import AttachmentModel
internal import ForeignBytes

/// Reads the first pages of an Ogg file, and the last one of its sound for the time at which it ends.
struct OggReader: StructureReader {
    private static let mostStreams = 8
    /// Two of the longest pages: pages of other streams may lie behind the sound's last one.
    private static let reach = 2 * 65_307

    /// A stream that counts its time in samples, or in pictures.
    private struct Clock {
        let serial: Int
        /// Samples or pictures a second.
        let rate: Double
        /// Samples before the first that is heard.
        var skipped = 0
        /// Pictures are counted in two parts: up to the last whole one above so many bits, and since then below.
        var splitAt: Int?

        func seconds(at position: Int) -> Double {
            guard let splitAt else { return Double(max(0, position - skipped)) / rate }
            return Double((position >> splitAt) + position & (1 << splitAt - 1)) / rate
        }
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
            // Sound tells the time best.
            if clock == nil || clock?.splitAt != nil && found != nil { clock = found ?? clock }
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
                let seconds = clock.seconds(at: end)
                facts.duration = seconds
                let role: TrackFacts.Role = clock.splitAt == nil ? .sound : .picture
                for index in facts.tracks.indices where facts.tracks[index].role == role {
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
        if packet.reads("theora", at: 1) { return try noteTheora(packet, serial) }
        // Streams of which no more than the name is known: VP8, Dirac, and what one writer wrapped of other systems.
        for (head, codec) in [("OVP80", "vp8"), ("BBCD", "dirac"), ("\u{1}video", "ogm")] where packet.reads(head) {
            notePicture(TrackFacts(.picture, codec: codec))
        }
        return nil
    }

    /// The identification header of Theora (its specification, section 6.2).
    private mutating func noteTheora(_ packet: ByteWindow, _ serial: Int) throws(Fault) -> Clock? {
        var track = TrackFacts(.picture, codec: "theora")
        let (width, height) = (try packet.big(3, at: 14), try packet.big(3, at: 17))
        (track.width, track.height) = (width, height)
        notePicture(track)
        if width > 0, height > 0 { facts.show(width: width, height: height) }
        let (pictures, seconds) = (try packet.big(4, at: 22), try packet.big(4, at: 26))
        guard pictures > 0, seconds > 0 else { return nil }
        let splitAt = try packet.big(2, at: 40) >> 5 & 31
        return Clock(serial: serial, rate: Double(pictures) / Double(seconds), splitAt: splitAt)
    }

    /// A picture comes first among the tracks, and makes the file a movie.
    private mutating func notePicture(_ track: TrackFacts) {
        facts.kind = .ogv
        let place = facts.tracks.count { $0.role == .picture }
        facts.tracks.insert(track, at: place)
        facts.codecs.insert(track.codec ?? "", at: place)
    }

    private mutating func note(
        _ codec: String, _ serial: Int, rate: Int, channels: Int, skipped: Int = 0
    ) throws(Fault) -> Clock {
        guard rate > 0 else { throw .corrupt }
        facts.codecs.append(codec)
        var track = TrackFacts(.sound, codec: codec)
        (track.sampleRate, track.channels) = (rate, channels)
        facts.tracks.append(track)
        return Clock(serial: serial, rate: Double(rate), skipped: skipped)
    }
}
