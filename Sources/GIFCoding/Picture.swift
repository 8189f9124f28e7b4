/// One whole frame as the viewer sees it, row by row from the top.
///
/// A pixel is `0xFFRRGGBB`, or `0` where the background shows through: GIF knows nothing between.
package struct Picture: Sendable {
    /// Size in pixels, each 1 to 65,535.
    package let width, height: Int
    /// As many as `width` times `height`.
    package var pixels: [UInt32]

    package init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}
