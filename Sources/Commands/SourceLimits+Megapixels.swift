internal import AttachmentModel

extension SourceLimits {
    /// The bound on one frame, in the unit that people count pixels in.
    var megapixels: Int {
        get { pixels / 1_000_000 }
        set { pixels = newValue * 1_000_000 }
    }

    /// The bound on all frames together, in the same unit.
    var totalMegapixels: Int {
        get { totalPixels / 1_000_000 }
        set { totalPixels = newValue * 1_000_000 }
    }
}
