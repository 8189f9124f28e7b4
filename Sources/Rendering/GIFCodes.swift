/// The codes of one image of a GIF, followed without looking at colours (GIF89a specification, appendix F).
struct GIFCodes {
    private enum State {
        /// Pixels are still to come.
        case counting
        /// All are there; what may follow is the code that says so.
        case full
        case over
    }

    private static let mostCodes = 4_096

    /// How many pixels the codes stood for.
    private(set) var pixels = 0
    private var needed = 0
    private var state = State.over
    /// How many pixels each code stands for.
    private var lengths = [Int](repeating: 1, count: mostCodes)
    private var clear = 0
    private var next = 0
    private var width = 0
    private var last = -1
    private var bits = 0
    private var held = 0

    /// Begins an image of so many pixels.
    mutating func begin(rootSize: Int, needed: Int) {
        (pixels, self.needed, state) = (0, needed, .counting)
        clear = 1 << rootSize
        (bits, held) = (0, 0)
        reset()
    }

    private mutating func reset() {
        (next, width, last) = (clear + 2, clear.trailingZeroBitCount + 1, -1)
    }

    /// Whether further bytes may belong to it.
    var goesOn: Bool { state != .over }

    /// Whether it came to an end: what follows shows nowhere.
    var isSettled: Bool { state != .counting }

    /// Takes the next byte, and says whether a code that counts ends in it.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        bits |= Int(byte) << held
        held += 8
        var counts = false
        while held >= width, state != .over {
            let code = bits & (1 << width - 1)
            bits >>= width
            held -= width
            if code == clear {
                counts = counts || state == .counting
                reset()
            } else if code == clear + 1 {
                counts = true
                state = .over
            } else if state == .counting, code < next || code == next && last >= 0 {
                counts = true
                add(code)
            } else {
                // A code ahead of the table, or one for more pixels than there are: what follows makes no picture.
                state = .over
            }
        }
        return counts
    }

    @inline(__always)
    private mutating func add(_ code: Int) {
        if last >= 0, next < Self.mostCodes {
            lengths[next] = lengths[last] + 1
            next += 1
            if next == 1 << width, width < 12 { width += 1 }
        }
        pixels += code < clear ? 1 : lengths[code]
        last = code
        if pixels >= needed { state = .full }
    }
}
