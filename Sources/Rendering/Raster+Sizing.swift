internal import Rulebook

extension Raster {
    /// The picture with other sides; exactly of the given size where one is given.
    ///
    /// Sides that come out a pixel longer lose it: half of a pixel is nothing that a shift would repair.
    consuming func resized(
        by across: Double, _ down: Double, to size: (width: Int, height: Int)?
    ) throws(RasterFault) -> Raster {
        if across == 1 && down == 1, size.map({ $0.width == width && $0.height == height }) ?? true { return self }
        let isTranslucent = hasAlpha
        // A side that would round to less than the wanted pixels is stretched by that much.
        let wide = max(across, size.map { (Double($0.width) - 0.49) / Double(width) } ?? 0, 0.51 / Double(width))
        let high = max(down, size.map { (Double($0.height) - 0.49) / Double(height) } ?? 0, 0.51 / Double(height))
        var picture = isTranslucent ? try premultiplied() : self
        picture = try picture.resized(across: wide, down: high)
        if isTranslucent { picture = try picture.unpremultiplied() }
        if let size, picture.width > size.width || picture.height > size.height {
            picture = try picture.cropped(to: PixelBox(width: size.width, height: size.height))
        }
        return picture
    }

    /// The picture at exactly this size.
    consuming func resized(to wide: Int, _ high: Int) throws(RasterFault) -> Raster {
        let (across, down) = (Double(wide) / Double(width), Double(high) / Double(height))
        return try resized(by: across, down, to: (wide, high))
    }

    /// The picture without its alpha channel, which must be opaque.
    consuming func withoutAlpha() throws(RasterFault) -> Raster {
        let colours = bands - 1
        return try firstBands(colours).evaluated()
    }
}
