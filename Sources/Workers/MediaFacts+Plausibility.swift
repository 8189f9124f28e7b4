internal import AttachmentModel

extension MediaFacts {
    /// No field of any format that is read holds a larger number of pixels on a side.
    private static let longestSide = 1 << 32
    private static let mostFrames = 1 << 40
    /// Seconds; some thirty thousand years.
    private static let longestDuration = 1e12

    /// Whether a reader can have found this: the front counts with these numbers, and a worker that was taken over could
    /// name any.
    var isPlausible: Bool {
        bytes >= 0 && (1...8).contains(orientation)
            && [width, height].allSatisfy { $0.map { (0...Self.longestSide).contains($0) } ?? true }
            && (frames.map { (0...Self.mostFrames).contains($0) } ?? true)
            && (duration.map { (0...Self.longestDuration).contains($0) } ?? true)
    }
}
