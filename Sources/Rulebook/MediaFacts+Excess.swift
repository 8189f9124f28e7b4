package import AttachmentModel

extension MediaFacts {
    /// Which of affix's own bounds the file goes beyond, told from its header; `nil` when none.
    ///
    /// Pixels of one frame, frames, pixels of all frames and playing time are bounded each for itself, and the error
    /// says which was hit.
    package func excess(over limits: SourceLimits) -> PreparationError? {
        switch mediaClass {
        case .image: pictureExcess(over: limits)
        case .movie, .audio: durationExcess(over: limits)
        case .foreign: nil
        }
    }

    private func pictureExcess(over limits: SourceLimits) -> PreparationError? {
        guard let width, let height else { return nil }
        let (pixels, isBeyondCounting) = width.multipliedReportingOverflow(by: height)
        if isBeyondCounting || pixels > limits.pixels {
            return PreparationError(
                .mediaTooManyPixels,
                "The picture is \(width)x\(height), more than \(limits.pixels / 1_000_000) megapixels")
        }
        guard isAnimated, let frames else { return nil }
        if frames > limits.frames {
            return PreparationError(
                .mediaTooManyFrames, "The animation has \(frames) frames, more than \(limits.frames)")
        }
        let (total, isTotalBeyondCounting) = pixels.multipliedReportingOverflow(by: frames)
        guard isTotalBeyondCounting || total > limits.totalPixels else { return nil }
        return PreparationError(
            .mediaTooManyTotalPixels,
            "The animation has \(frames) frames of \(width)x\(height), more than "
                + "\(limits.totalPixels / 1_000_000) megapixels in all")
    }

    private func durationExcess(over limits: SourceLimits) -> PreparationError? {
        guard let duration, duration > limits.duration / .seconds(1) else { return nil }
        let minutes = Int((duration / 60).rounded())
        return PreparationError(
            .mediaTooLong,
            "The \(kind.words) plays for \(minutes) minutes, more than \(Int(limits.duration / .seconds(60)))")
    }
}
