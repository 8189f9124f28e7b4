package import AttachmentModel

/// A rectangle of whole pixels with its origin at the top left.
package struct PixelBox: Hashable, Codable, Sendable {
    package let x, y, width, height: Int

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle as a receipt shows it, of a source of this size.
    package func report(of sourceWidth: Int, _ sourceHeight: Int) -> CropReport {
        let (wide, high) = (Double(sourceWidth), Double(sourceHeight))
        return CropReport(
            box: CropRectangle(x: Double(x), y: Double(y), width: Double(width), height: Double(height)),
            unit: CropRectangle(
                x: Double(x) / wide, y: Double(y) / high, width: Double(width) / wide, height: Double(height) / high))
    }

    /// The same size elsewhere, as near as it can be and still lie within a picture of this size.
    package func moved(toX newX: Int, y newY: Int, within wide: Int, _ high: Int) -> PixelBox {
        PixelBox(
            x: max(0, min(newX, wide - width)), y: max(0, min(newY, high - height)), width: width, height: height)
    }

    /// Where this box of the upright picture lies in the picture as it is stored.
    ///
    /// - Parameters:
    ///   - orientation: of Exif, 1 to 8; from 5 on the stored picture lies on its side.
    ///   - wide: the width of the upright picture.
    ///   - high: the height of the upright picture.
    package func stored(orientation: Int, in wide: Int, _ high: Int) -> PixelBox {
        let (right, below) = (wide - x - width, high - y - height)
        return switch orientation {
        case 2: PixelBox(x: right, y: y, width: width, height: height)
        case 3: PixelBox(x: right, y: below, width: width, height: height)
        case 4: PixelBox(x: x, y: below, width: width, height: height)
        case 5: PixelBox(x: y, y: x, width: height, height: width)
        case 6: PixelBox(x: y, y: right, width: height, height: width)
        case 7: PixelBox(x: below, y: right, width: height, height: width)
        case 8: PixelBox(x: below, y: x, width: height, height: width)
        default: self
        }
    }
}
