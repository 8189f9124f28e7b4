internal import ForeignBytes

/// The eight ways to turn and mirror a picture, as Exif numbers them.
///
/// Each is a matrix of two rows, by which places relative to the middle are multiplied.
struct QuarterTurn: Equatable {
    var a = 1, b = 0, c = 0, d = 1

    init(a: Int = 1, b: Int = 0, c: Int = 0, d: Int = 1) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

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

    /// What a movie's matrix stands for, whatever its scale; `nil` for one that turns by another angle, slants, or stretches
    /// one way.
    ///
    /// Numbers may be a hundredth out: some are computed from an angle.
    init?(ofMatrix matrix: ByteWindow) throws(Fault) {
        let numbers = try [0, 4, 12, 16].map { offset throws(Fault) in
            Int(Int32(truncatingIfNeeded: try matrix.big(4, at: offset)))
        }
        let most = numbers.map(abs).max() ?? 0
        let whole = numbers.compactMap { number -> Int? in
            let hundredths = abs(number) * 100
            return hundredths <= most ? 0 : hundredths >= 99 * most ? number.signum() : nil
        }
        guard most > 0, whole.count == 4, whole.count(where: { $0 != 0 }) == 2,
            whole[0] * whole[3] - whole[1] * whole[2] != 0
        else { return nil }
        (a, b, c, d) = (whole[0], whole[1], whole[2], whole[3])
    }
}
