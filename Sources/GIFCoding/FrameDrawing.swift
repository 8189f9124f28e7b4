/// What one frame of a GIF draws: a rectangle of palette indices, and what becomes of it.
struct FrameDrawing: Sendable {
    let area: Area
    /// As many as the area has pixels.
    var codes: [UInt8]
    /// Whether any code stands for "as it was".
    let isTransparent: Bool
    /// Whether the area is cleared before the next frame (disposal 2) or stays (disposal 1).
    let isCleared: Bool
    /// How long it is shown, in hundredths of a second.
    let hundredths: Int
}

/// A rectangle in whole pixels.
struct Area: Hashable, Sendable {
    var left, top, right, bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
    var isEmpty: Bool { right <= left || bottom <= top }

    /// Nothing yet; the first pixel that is included makes it something.
    static let nothing = Area(left: .max, top: .max, right: 0, bottom: 0)

    mutating func include(row: Int, from first: Int, through last: Int) {
        left = min(left, first)
        right = max(right, last + 1)
        top = min(top, row)
        bottom = max(bottom, row + 1)
    }

    mutating func include(_ other: Area) {
        left = min(left, other.left)
        top = min(top, other.top)
        right = max(right, other.right)
        bottom = max(bottom, other.bottom)
    }
}
