internal import ForeignBytes

/// The eight ways to turn and mirror a picture, as Exif numbers them.
///
/// Each is a matrix of two rows, by which places relative to the middle are multiplied.
struct QuarterTurn: Equatable {
    var a = 1, b = 0, c = 0, d = 1

    static let left = QuarterTurn(a: 0, b: -1, c: 1, d: 0)
    static let upsideDown = QuarterTurn(a: 1, b: 0, c: 0, d: -1)
    static let sideways = QuarterTurn(a: -1, b: 0, c: 0, d: 1)

    /// The Exif orientation of the same effect; 1 for what is none of the eight.
    var orientation: Int {
        switch (a, b, c, d) {
        case (-1, 0, 0, 1): 2
        case (-1, 0, 0, -1): 3
        case (1, 0, 0, -1): 4
        case (0, 1, 1, 0): 5
        case (0, 1, -1, 0): 6
        case (0, -1, -1, 0): 7
        case (0, -1, 1, 0): 8
        default: 1
        }
    }

    /// This one first, then another.
    func followed(by next: QuarterTurn) -> QuarterTurn {
        QuarterTurn(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
            d: c * next.b + d * next.d)
    }

    /// The Exif orientation that equals a movie's matrix of quarter turns, whatever its scale; 1 for any other.
    static func orientation(ofMatrix matrix: ByteWindow) throws(Fault) -> Int {
        QuarterTurn(
            a: try sign(matrix, at: 0), b: try sign(matrix, at: 4), c: try sign(matrix, at: 12),
            d: try sign(matrix, at: 16)
        ).orientation
    }

    private static func sign(_ matrix: ByteWindow, at offset: Int) throws(Fault) -> Int {
        Int(Int32(truncatingIfNeeded: try matrix.big(4, at: offset)).signum())
    }
}
