internal import AttachmentModel

/// Reads the first pages of an Ogg file, and its last one for the time at which it ends.
struct OggReader: StructureReader {
    private static let mostStreams = 8
    private static let longestPage = 65_307

    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var cursor = ByteCursor(file)
        var rate: Int?
        // Each stream begins with a page of its own, before any goes on.
        for _ in 0..<Self.mostStreams {
            let page = cursor.position
            guard file.reads("OggS", at: page), try file.byte(at: page + 5) & 2 != 0 else { break }
            try cursor.skip(26)
            let segments = try cursor.take(try cursor.byte())
            var length = 0
            for index in 0..<segments.count { length += try segments.byte(at: index) }
            let streamRate = try readStream(try cursor.take(length))
            rate = rate ?? streamRate
        }
        guard !facts.codecs.isEmpty else { throw .corrupt }
        guard let last = file.lastPosition(of: "OggS", within: Self.longestPage) else { throw .truncated }
        if let rate, let end = try? file.little(8, at: last + 6) { facts.duration = Double(end) / Double(rate) }
        // The last page of a stream says that it is.
        if try file.byte(at: last + 5) & 4 == 0 { throw .truncated }
    }

    /// Names the codec; the result is the rate in which an audio stream counts, if it is one we know.
    private mutating func readStream(_ packet: ByteWindow) throws(Fault) -> Int? {
        if packet.reads("\u{1}vorbis") {
            facts.codecs.append("vorbis")
            let rate = try packet.little(4, at: 12)
            guard rate > 0 else { throw .corrupt }
            return rate
        }
        if packet.reads("OpusHead") {
            facts.codecs.append("opus")
            return 48_000
        }
        if packet.reads("theora", at: 1) { facts.codecs.insert("theora", at: 0) }
        if packet.reads("FLAC", at: 1) { facts.codecs.append("flac") }
        if packet.reads("Speex   ") { facts.codecs.append("speex") }
        return nil
    }
}
