extension Picture {
    /// The picture within a larger one of one colour.
    ///
    /// - Parameters:
    ///   - left: columns of that colour before it.
    ///   - top: rows of that colour above it.
    ///   - width: of the larger picture, at least `left` and this picture's width.
    ///   - height: of the larger picture, at least `top` and this picture's height.
    ///   - colour: a pixel; 0 for nothing at all.
    package func placed(left: Int, top: Int, width: Int, height: Int, on colour: UInt32) -> Picture {
        var canvas = [UInt32](repeating: colour, count: width * height)
        for row in 0..<self.height {
            let start = (top + row) * width + left
            canvas.replaceSubrange(start..<start + self.width, with: pixels[row * self.width..<(row + 1) * self.width])
        }
        return Picture(width: width, height: height, pixels: canvas)
    }
}
