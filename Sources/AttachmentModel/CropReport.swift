/// A rectangle; in pixels with the origin at the top left, or in units of the picture's size.
public struct CropRectangle: Hashable, Codable, Sendable {
    /// Distance from the left edge.
    public var x: Double
    /// Distance from the top edge.
    public var y: Double
    /// Extent to the right.
    public var width: Double
    /// Extent downwards.
    public var height: Double

    /// Makes a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The part of the upright source that was kept.
public struct CropReport: Hashable, Codable, Sendable {
    /// In pixels of the upright source.
    public var box: CropRectangle
    /// The same in units of the source, 0 to 1, as a thumbnail clipping rectangle wants it.
    public var unit: CropRectangle

    /// Makes a report.
    public init(box: CropRectangle, unit: CropRectangle) {
        self.box = box
        self.unit = unit
    }
}
