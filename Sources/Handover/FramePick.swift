package import AttachmentModel

/// Which picture of a movie stands for it.
package struct FramePick: Codable, Sendable {
    /// Counted from 1.
    package var number: Int
    /// Whether it shows something; if not, it is the one that shows most.
    package var isLively: Bool
    /// What the bitmap is that it was written as.
    package var picture: MediaFacts?

    package init(number: Int, isLively: Bool) {
        self.number = number
        self.isLively = isLively
    }
}
