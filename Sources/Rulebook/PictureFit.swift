package import AttachmentModel

/// How a picture of one size meets a profile's frame: the box that is kept, and the size it becomes.
///
/// Never enlarges. A picture smaller than the frame keeps the frame's ratio, not its size: 1200x800 in a square becomes
/// 800x800.
package struct PictureFit: Hashable, Sendable {
    /// Size of the upright source in pixels.
    package let sourceWidth, sourceHeight: Int
    /// Size of the result in pixels.
    package let width, height: Int

    /// - Parameters:
    ///   - width: of the upright source, positive.
    ///   - height: of the upright source, positive.
    package init(width: Int, height: Int, profile: AttachmentProfile) {
        sourceWidth = width
        sourceHeight = height
        switch profile.geometry {
        case .keep:
            self.width = width
            self.height = height
        case .crop:
            let scale = min(1, Double(width) / Double(profile.width), Double(height) / Double(profile.height))
            self.width = min(width, max(1, Int((Double(profile.width) * scale).rounded())))
            self.height = min(height, max(1, Int((Double(profile.height) * scale).rounded())))
        }
    }

    /// Source pixels for each pixel of the result.
    private var reduction: Double {
        min(Double(sourceWidth) / Double(width), Double(sourceHeight) / Double(height))
    }

    /// Whether pixels are cut off, beyond what rounding to whole pixels costs.
    package var isCropping: Bool {
        Double(width) * reduction < Double(sourceWidth) - 1 || Double(height) * reduction < Double(sourceHeight) - 1
    }

    /// Whether the result has fewer pixels than what is kept of the source.
    package var isShrinking: Bool { reduction > 1 }

    /// Whether the source has the size of the result already.
    package var isIdentity: Bool { width == sourceWidth && height == sourceHeight }

    /// The part that is kept, in the middle; `nil` when all of it is.
    package var crop: CropReport? {
        guard isCropping else { return nil }
        let wide = Double(sourceWidth)
        let high = Double(sourceHeight)
        let keptWidth = (Double(width) * reduction).rounded()
        let keptHeight = (Double(height) * reduction).rounded()
        let box = CropRectangle(
            x: ((wide - keptWidth) / 2).rounded(.down), y: ((high - keptHeight) / 2).rounded(.down), width: keptWidth,
            height: keptHeight)
        let unit = CropRectangle(
            x: box.x / wide, y: box.y / high, width: box.width / wide, height: box.height / high)
        return CropReport(box: box, unit: unit)
    }
}
