internal import AttachmentModel

/// Walks a file of bare audio frames, MP3 or ADTS, from the first that is followed by others like it to the last.
struct AudioFrameReader: StructureReader {
    private static let mostJunk = 65_536
    private static let mostInterruptions = 64
    private static let mostTags = 16
    private static let chainLength = 3

    var facts: MediaFacts
    private let file: ByteWindow
    private var samples = 0.0
    private var frames = 0

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var start = 0
        for _ in 0..<Self.mostTags {
            guard let tag = ID3Tag(at: start, in: file) else { break }
            if tag.hasPicture { facts.traits.insert(.coverArt) }
            // A length that leads out of the file is wrong as often as the file is cut: look right behind the header.
            start = file.holds(tag.length, at: start) ? start + tag.length : start + ID3Tag.headerLength
        }
        guard let (position, first) = firstFrame(from: start) else {
            throw start == 0 ? .otherKind : file.count - start < Self.mostJunk ? .truncated : .corrupt
        }
        facts.kind = first.kind
        facts.codecs = [first.kind == .mp3 ? "mp3" : "aac"]
        if first.kind == .mp3 && !file.reads("ID3") { facts.warn(.mp3WithoutID3) }
        let index = first.kind == .mp3 ? VariableRateIndex(of: first, at: position, in: file) : nil
        defer { noteDuration(first, index) }
        try walk(from: index == nil ? position : position + first.length, first)
        // Encoders count their own index now and then, and never more than that.
        if let index, frames + 1 < index.frames { throw .truncated }
    }

    private func firstFrame(from start: Int, within reach: Int = mostJunk) -> (Int, AudioFrame)? {
        var position = start
        while let next = file.position(of: 0xFF, from: position), next - start <= reach {
            if let frame = AudioFrame(at: next, in: file), isChained(frame, at: next, isExpected: next == start) {
                return (next, frame)
            }
            position = next + 1
        }
        return nil
    }

    /// Whether frames like this one follow: three in all, or down to the end of the file when that is where they began.
    private func isChained(_ frame: AudioFrame, at start: Int, isExpected: Bool) -> Bool {
        var position = start + frame.length
        for count in 1..<Self.chainLength {
            guard let next = AudioFrame(at: position, in: file) else {
                return (isExpected || count > 1) && (position >= file.count - 4 || isTail(position))
            }
            guard next.goes(with: frame) else { return false }
            position += next.length
        }
        return true
    }

    private mutating func walk(from start: Int, _ first: AudioFrame) throws(Fault) {
        var position = start
        var interruptions = 0
        while position < file.count && !isTail(position) {
            if let frame = AudioFrame(at: position, in: file), frame.goes(with: first) {
                guard file.holds(frame.length, at: position) else { throw .truncated }
                frames += 1
                samples += Double(frame.samples)
                position += frame.length
                continue
            }
            interruptions += 1
            guard interruptions <= Self.mostInterruptions, let (next, frame) = firstFrame(from: position + 1),
                frame.goes(with: first)
            else {
                // Less than a header that begins like one was a frame once.
                if file.count - position < 7 && file.position(of: 0xFF, from: position) == position { throw .truncated }
                facts.noteTrailingBytes()
                return
            }
            position = next
        }
    }

    /// Whether what follows are tags or padding, as files of this kind may end in.
    private func isTail(_ position: Int) -> Bool {
        ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3"].contains { file.reads($0, at: position) }
            || file.count - position <= Self.mostJunk && file.isZero(from: position)
    }

    private mutating func noteDuration(_ first: AudioFrame, _ index: VariableRateIndex?) {
        let indexed = index.map { Double($0.frames) * Double(first.samples) }
        facts.duration = (indexed ?? samples) / Double(first.sampleRate)
    }
}
