package import AttachmentModel

/// How a picture of one size meets a profile's frame: the part that is shown, the size it becomes, and what surrounds it.
///
/// It does not enlarge unless the profile says so. A picture smaller than the frame keeps the frame's ratio, not its
/// size: 1200x800 in a square becomes 800x800. Every frame of an animation shares one fit.
package struct PictureFit: Hashable, Codable, Sendable {
    /// Size of the upright source in pixels.
    package let sourceWidth, sourceHeight: Int
    /// Size of the result in pixels, the background included.
    package let width, height: Int
    /// Where the picture lies in the result; all of it, unless there is a background.
    package let content: PixelBox
    /// The part of the upright source that is shown; where `gravity` depends on pixels, only its size is meant.
    package let box: PixelBox
    /// How `box` was or has to be found.
    package let gravity: Gravity

    /// - Parameters:
    ///   - width: of the upright source, positive.
    ///   - height: of the upright source, positive.
    package init(width: Int, height: Int, profile: AttachmentProfile) {
        let source = PixelBox(width: width, height: height)
        let shape = Self.shape(of: source, in: profile)
        sourceWidth = width
        sourceHeight = height
        self.width = shape.frame.width
        self.height = shape.frame.height
        content = shape.content
        let shown = profile.geometry == .crop ? Self.shown(of: source, as: content) : source
        gravity = shown == source ? .centre : profile.gravity
        box = Self.place(shown, in: source, gravity: gravity, content: content)
    }

    /// The size of the result, and where the picture lies in it.
    private static func shape(of source: PixelBox, in profile: AttachmentProfile) -> (
        frame: PixelBox, content: PixelBox
    ) {
        let (wide, high) = (
            Double(profile.width) / Double(source.width), Double(profile.height) / Double(source.height)
        )
        let most = profile.enlarge ? Double.infinity : 1
        switch profile.geometry {
        case .keep:
            return (source, source)
        case .crop:
            let result = scaled(profile, by: min(1, most / max(wide, high)))
            let content = profile.enlarge ? result : smaller(result, source)
            return (content, content)
        case .fit:
            let content = scaled(source, by: min(most, wide, high))
            return (content, content)
        case .pad:
            let content = scaled(source, by: min(most, wide, high))
            let share = max(
                Double(content.width) / Double(profile.width), Double(content.height) / Double(profile.height))
            let frame = scaled(profile, by: min(1, share))
            let result = PixelBox(width: max(frame.width, content.width), height: max(frame.height, content.height))
            return (
                result,
                PixelBox(
                    x: (result.width - content.width) / 2, y: (result.height - content.height) / 2,
                    width: content.width, height: content.height)
            )
        }
    }

    private static func scaled(_ box: PixelBox, by factor: Double) -> PixelBox {
        PixelBox(
            width: max(1, Int((Double(box.width) * factor).rounded())),
            height: max(1, Int((Double(box.height) * factor).rounded())))
    }

    private static func scaled(_ profile: AttachmentProfile, by factor: Double) -> PixelBox {
        scaled(PixelBox(width: profile.width, height: profile.height), by: factor)
    }

    private static func smaller(_ one: PixelBox, _ other: PixelBox) -> PixelBox {
        PixelBox(width: min(one.width, other.width), height: min(one.height, other.height))
    }

    /// The size of the part that fills `content`; all of the source where only the rounding to whole pixels differs.
    private static func shown(of source: PixelBox, as content: PixelBox) -> PixelBox {
        let reduction = min(
            Double(source.width) / Double(content.width), Double(source.height) / Double(content.height))
        let wide = Double(content.width) * reduction
        let high = Double(content.height) * reduction
        if wide >= Double(source.width) - 1 && high >= Double(source.height) - 1 { return source }
        return PixelBox(
            width: min(source.width, max(1, Int(wide.rounded()))),
            height: min(source.height, max(1, Int(high.rounded()))))
    }

    /// Puts the part where the gravity wants it, on the grid of the decoder.
    ///
    /// A JPEG is shrunk by 2, 4 or 8 while it is decoded: a part that begins at a multiple of that is cut out without a
    /// shift of half a pixel.
    private static func place(
        _ part: PixelBox, in source: PixelBox, gravity: Gravity, content: PixelBox
    ) -> PixelBox {
        var (x, y) = ((source.width - part.width) / 2, (source.height - part.height) / 2)
        if case .focus(let right, let down) = gravity {
            x = Int((right * Double(source.width) - Double(part.width) / 2).rounded())
            y = Int((down * Double(source.height) - Double(part.height) / 2).rounded())
        }
        let inside = part.moved(toX: x, y: y, within: source.width, source.height)
        let reduction = min(part.width / content.width, part.height / content.height)
        let grid = [8, 4, 2].first { $0 <= reduction } ?? 1
        return part.moved(
            toX: inside.x / grid * grid, y: inside.y / grid * grid, within: source.width, source.height)
    }
}

extension PictureFit {
    /// Whether pixels are cut off, beyond what rounding to whole pixels costs.
    package var isCropping: Bool { box.width < sourceWidth || box.height < sourceHeight }

    /// Whether the result has fewer pixels than what is shown of the source.
    package var isShrinking: Bool { content.width < box.width || content.height < box.height }

    /// Whether it has more.
    package var isEnlarging: Bool { content.width > box.width || content.height > box.height }

    /// Whether there is a background around the picture.
    package var isPadding: Bool { content.width < width || content.height < height }

    /// Whether the source has the look of the result already.
    package var isIdentity: Bool { width == sourceWidth && height == sourceHeight }

    /// The part that is kept; `nil` when all of it is.
    ///
    /// Where the gravity depends on pixels, the renderer finds it.
    package var crop: CropReport? {
        isCropping && !gravity.dependsOnPixels ? box.report(of: sourceWidth, sourceHeight) : nil
    }
}
