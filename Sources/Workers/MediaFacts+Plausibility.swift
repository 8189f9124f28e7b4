internal import AttachmentModel

extension MediaFacts {
    /// No field of any format that is read holds a larger number of pixels on a side.
    private static let longestSide = 1 << 32
    private static let mostFrames = 1 << 40
    /// Seconds; some thirty thousand years.
    private static let longestDuration = 1e12
    /// Bytes of UTF-8; names of codecs are much shorter, and what libmagic says of a file takes a line or two.
    static let longestText = 4_096

    /// Whether a reader can have found this: the front counts with these numbers, and a worker that was taken over could
    /// name any.
    var isPlausible: Bool {
        bytes >= 0 && (1...8).contains(orientation)
            && [width, height].allSatisfy { $0.map { (0...Self.longestSide).contains($0) } ?? true }
            && (frames.map { (0...Self.mostFrames).contains($0) } ?? true)
            && (duration.map { (0...Self.longestDuration).contains($0) } ?? true)
            && texts.allSatisfy { $0.utf8.count <= Self.longestText }
    }

    private var texts: [String] {
        codecs + [description, coding?.process].compactMap { $0 }
            + tracks.flatMap { [$0.codec, $0.tag, $0.profile].compactMap { $0 } }
    }
}
