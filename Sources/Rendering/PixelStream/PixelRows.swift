internal import ForeignBytes

/// How many bytes the rows of a PNG take before they are packed (PNG, third edition, sections 7 and 8).
struct PixelRows {
    /// Those of the picture itself.
    let length: Int
    /// Those of one row of it; `nil` where it comes in passes, whose rows differ.
    let row: Int?

    private typealias Pass = (x: Int, y: Int, across: Int, down: Int)

    /// Where each of the seven passes of an interlaced picture begins, and its steps.
    private static let passes: [Pass] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]

    /// Bits of a pixel.
    private let bits: Int
    private let isInterlaced: Bool

    /// Reads the header; `nil` where the file does not begin with one.
    init?(of file: ByteWindow) {
        guard file.reads("IHDR", at: 12), let width = try? file.big(4, at: 16), let height = try? file.big(4, at: 20),
            let depth = try? file.byte(at: 24), let colour = try? file.byte(at: 25),
            let interlacing = try? file.byte(at: 28)
        else { return nil }
        bits = depth * (colour & 3 == 2 ? 3 : 1) + depth * (colour & 4) / 4
        isInterlaced = interlacing == 1
        length = Self.length(width: width, height: height, bits: bits, isInterlaced)
        row = isInterlaced ? nil : Self.length(width: width, height: 1, bits: bits, false)
    }

    /// Those of a frame of the same form.
    func length(width: Int, height: Int) -> Int {
        Self.length(width: width, height: height, bits: bits, isInterlaced)
    }

    /// Before each row stands the byte that names its filter; a number beyond counting is the largest there is.
    private static func length(width: Int, height: Int, bits: Int, _ isInterlaced: Bool) -> Int {
        let parts: [Pass] = isInterlaced ? passes : [(0, 0, 1, 1)]
        return parts.reduce(0) { sum, pass in
            let wide = (width - pass.x + pass.across - 1) / pass.across
            let high = (height - pass.y + pass.down - 1) / pass.down
            guard wide > 0, high > 0 else { return sum }
            // 32 bits for a side, and 10 at most for a pixel.
            let (bytes, isTooMuch) = (1 + (wide * bits + 7) / 8).multipliedReportingOverflow(by: high)
            let (next, isMore) = sum.addingReportingOverflow(bytes)
            return isTooMuch || isMore ? .max : next
        }
    }
}
