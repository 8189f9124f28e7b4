/// A canonical prefix code of deflate, with codes of up to 15 bits.
struct HuffmanCode {
    private static let longest = 15
    /// Codes of up to so many bits are found in one step.
    static let stepLength = 10

    /// For each beginning of so many bits: the symbol times 16 plus its length; 0 where the code is longer.
    let steps: [UInt16]
    /// How many codes each length has, and all symbols in the order of their codes.
    private let counts: [Int]
    private let symbols: [UInt16]

    /// `nil` for lengths that make no code.
    ///
    /// - Parameter mayBeIncomplete: whether there may be one code only, of one bit, or none.
    init?(_ lengths: ArraySlice<UInt8>, mayBeIncomplete: Bool = true) {
        var counts = [Int](repeating: 0, count: Self.longest + 1)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var free = 1
        for length in 1...Self.longest {
            free = free << 1 - counts[length]
            guard free >= 0 else { return nil }
        }
        let isLone = counts[1...].reduce(0, +) == counts[1] && counts[1] <= 1
        guard free == 0 || mayBeIncomplete && isLone else { return nil }

        var starts = [Int](repeating: 0, count: Self.longest + 2)
        var code = 0
        var next = [Int](repeating: 0, count: Self.longest + 1)
        for length in 1...Self.longest {
            starts[length + 1] = starts[length] + counts[length]
            code = (code + counts[length - 1]) << 1
            next[length] = code
        }
        var symbols = [UInt16](repeating: 0, count: starts[Self.longest + 1])
        var steps = [UInt16](repeating: 0, count: 1 << Self.stepLength)
        for (symbol, length) in lengths.map(Int.init).enumerated() where length > 0 {
            symbols[starts[length]] = UInt16(symbol)
            starts[length] += 1
            // Codes are written from their highest bit on, and read from the lowest of each byte.
            let reversed = Int(UInt16(truncatingIfNeeded: next[length]).bitReversed >> UInt16(16 - length))
            next[length] += 1
            guard length <= Self.stepLength else { continue }
            for place in stride(from: reversed, to: 1 << Self.stepLength, by: 1 << length) {
                steps[place] = UInt16(symbol << 4 | length)
            }
        }
        self.counts = counts
        self.steps = steps
        self.symbols = symbols
    }

    /// The next symbol of what is held; `nil` when no code begins there, or its end is not held.
    @inline(__always)
    func next(_ bits: inout ChunkedBits) -> Int? {
        let step = Int(steps[Int(bits.held & (1 << UInt64(Self.stepLength) - 1))])
        guard step != 0 else { return nextSlowly(&bits) }
        guard bits.count >= step & 15 else { return nil }
        bits.drop(step & 15)
        return step >> 4
    }

    /// Bit by bit, for codes that are too long for a step.
    func nextSlowly(_ bits: inout ChunkedBits) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for length in 1...Self.longest {
            guard length <= bits.count else { return nil }
            code |= Int(bits.held >> UInt64(length - 1) & 1)
            let count = counts[length]
            if code - count < first {
                bits.drop(length)
                return Int(symbols[index + code - first])
            }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }
}

extension UInt16 {
    fileprivate var bitReversed: UInt16 {
        var (value, reversed) = (self, UInt16(0))
        for _ in 0..<16 {
            reversed = reversed << 1 | value & 1
            value >>= 1
        }
        return reversed
    }
}
