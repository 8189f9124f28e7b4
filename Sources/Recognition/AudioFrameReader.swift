internal import AttachmentModel
internal import ForeignBytes

/// Walks a file of bare audio frames, MPEG or ADTS, from the first that is followed by others like it to the last.
struct AudioFrameReader: StructureReader {
    private static let mostJunk = 65_536
    private static let mostInterruptions = 64
    private static let mostTags = 16
    private static let chainLength = 3

    /// Behind junk, and without a tag, so many frames have to follow one another: in pictures and plain samples three
    /// do by chance.
    private static let longChainLength = 6

    var facts: MediaFacts
    private let file: ByteWindow
    /// Whether nothing but a chain of frames says that this is audio at all.
    private var isGuess: Bool
    private var freeLength: Int?
    private var samples = 0.0
    private var frames = 0
    private var framedBytes = 0
    private var isLastFrameCut = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
        isGuess = kind == .unknown
    }

    mutating func read() throws(Fault) {
        let start = skipTags()
        let expected = frame(expectedAt: start)
        // A signature is three bytes, as chance has them too.
        if expected == nil && start == 0 { isGuess = true }
        guard let (position, first) = expected ?? firstFrame(from: start) else {
            throw start == 0 ? .otherKind : file.count - start < Self.mostJunk ? .truncated : .corrupt
        }
        facts.kind = first.kind
        facts.codecs = [first.codec]
        // No decoder of ours looks for the end of a frame in the next one.
        if first.isFree { facts.traits.insert(.undecodable) }
        // Padding between a tag and the frames is nobody's message.
        if !file.clipped(at: start, count: position - start).isZero(from: 0) { facts.carried.insert(.lead) }
        if first.kind == .mp3 && !file.reads("ID3") { facts.warn(.mp3WithoutID3) }
        let index = first.kind == .mp3 ? VariableRateIndex(of: first, at: position, in: file) : nil
        defer { noteTrack(first, index) }
        let end = walk(from: index == nil ? position : position + first.length, first)
        // Whoever joins a stream in its middle finds frames to the end of it, and little else.
        if isGuess && framedBytes < (end - position) / 2 { throw .otherKind }
        // Encoders count their own index now and then, and never more than that.
        if let index, frames + 1 < index.frames { throw .truncated }
        if isLastFrameCut { try noteCut(first) }
    }

    /// Where the tags at the head end.
    private mutating func skipTags() -> Int {
        var start = 0
        for _ in 0..<Self.mostTags {
            guard let tag = ID3Tag(at: start, in: file) else { break }
            if !tag.isBare { facts.carried.insert(.tags) }
            if tag.hasPicture { facts.traits.insert(.coverArt) }
            start = tag.end(at: start, in: file)
        }
        return start
    }

    /// The frame where one should be: followed by others, or an index, which nothing else looks like.
    private mutating func frame(expectedAt start: Int) -> (Int, AudioFrame)? {
        freeLength = isGuess ? nil : AudioFrame.freeLength(at: start, in: file)
        guard let frame = frame(at: start) else { return nil }
        let isIndex = frame.kind == .mp3 && VariableRateIndex(of: frame, at: start, in: file) != nil
        return isIndex || isChained(frame, at: start, isExpected: true) ? (start, frame) : nil
    }

    private mutating func firstFrame(from start: Int) -> (Int, AudioFrame)? {
        var position = start
        while let next = file.position(of: 0xFF, from: position), next - start <= Self.mostJunk {
            freeLength = isGuess ? nil : AudioFrame.freeLength(at: next, in: file)
            if let frame = frame(at: next), isPlausible(frame), isChained(frame, at: next, isExpected: false) {
                return (next, frame)
            }
            position = next + 1
        }
        return nil
    }

    /// The next frame of the same recording.
    private func nextFrame(from start: Int, like first: AudioFrame) -> Int? {
        var position = start
        while let next = file.position(of: 0xFF, from: position), next - start <= Self.mostJunk {
            if let frame = frame(at: next), frame.goes(with: first), isChained(frame, at: next, isExpected: false) {
                return next
            }
            position = next + 1
        }
        return nil
    }

    /// Layers I and II are rare, and of all headers the likeliest to be none.
    private func isPlausible(_ frame: AudioFrame) -> Bool { !isGuess || [0, 3].contains(frame.layer) }

    private func frame(at position: Int) -> AudioFrame? {
        AudioFrame(at: position, in: file, freeLength: freeLength)
    }

    /// Whether frames like this one follow: three in all, or down to the end of the file when that is where they began.
    private func isChained(_ frame: AudioFrame, at start: Int, isExpected: Bool) -> Bool {
        var position = start + frame.length
        for count in 1..<(isGuess ? Self.longChainLength : Self.chainLength) {
            guard let next = self.frame(at: position) else {
                return !isGuess && (isExpected || count > 1) && (position >= file.count - 4 || isTail(position))
            }
            guard next.goes(with: frame) else { return false }
            position += next.length
        }
        return true
    }

    /// Counts the frames, and says where they end: before tags, or with the file.
    private mutating func walk(from start: Int, _ first: AudioFrame) -> Int {
        var position = start
        var interruptions = 0
        while position < file.count && !isTail(position) {
            if let frame = frame(at: position), frame.goes(with: first) {
                guard file.holds(frame.length, at: position) else {
                    isLastFrameCut = true
                    return file.count
                }
                frames += 1
                framedBytes += frame.length
                samples += Double(frame.samples)
                position += frame.length
                continue
            }
            interruptions += 1
            guard interruptions <= Self.mostInterruptions, let next = nextFrame(from: position + 1, like: first)
            else {
                // Less than a header that begins like one was a frame once.
                isLastFrameCut =
                    file.count - position < 7 && file.position(of: 0xFF, from: position) == position
                if !isLastFrameCut { facts.noteTrailingBytes() }
                return file.count
            }
            position = next
        }
        if position < file.count && !file.isZero(from: position) { facts.carried.insert(.tags) }
        return position
    }

    /// Players leave out an MP3's last frame when it is cut short; without a whole one there is nothing to play.
    private mutating func noteCut(_ first: AudioFrame) throws(Fault) {
        guard first.kind == .mp3, frames > 0 else { throw .truncated }
        facts.warn(.endMissing)
    }

    /// Whether what follows are tags or padding, as files of this kind may end in.
    private func isTail(_ position: Int) -> Bool {
        ID3Tag.isTail(at: position, in: file)
            || file.count - position <= Self.mostJunk && file.isZero(from: position)
    }

    private mutating func noteTrack(_ first: AudioFrame, _ index: VariableRateIndex?) {
        let indexed = index.map { Double($0.frames) * Double(first.samples) }
        facts.duration = (indexed ?? samples) / Double(first.sampleRate)
        var track = TrackFacts(.sound, codec: first.codec)
        (track.sampleRate, track.channels, track.duration) = (first.sampleRate, first.channels, facts.duration)
        track.samples = index?.frames ?? frames
        facts.tracks = [track]
    }
}

extension AudioFrame {
    /// What a file of such frames is.
    fileprivate var kind: MediaKind { aac == nil ? .mp3 : .adts }
}
