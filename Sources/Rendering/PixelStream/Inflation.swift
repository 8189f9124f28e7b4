/// A stream in the deflate format (RFC 1951), followed to its end without keeping what it unpacks.
enum Inflation {
    enum Outcome {
        case isDone
        /// The bits end before the stream does.
        case isShort
        /// The stream contradicts its format.
        case isWrong
    }

    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// - Parameter unpacked: how many bytes the stream unpacks to, as far as it was followed.
    static func follow(_ bits: inout ChunkedBits, unpacked: inout Int) -> Outcome {
        while true {
            guard let isLast = bits.take(1), let form = bits.take(2) else { return .isShort }
            let outcome: Outcome =
                switch form {
                case 0: skipStored(&bits, &unpacked)
                case 1: follow(&bits, fixedCodes, &unpacked)
                case 2: followDynamic(&bits, &unpacked)
                default: .isWrong
                }
            if outcome != .isDone || isLast == 1 { return outcome }
        }
    }

    private static func skipStored(_ bits: inout ChunkedBits, _ unpacked: inout Int) -> Outcome {
        bits.dropToByte()
        guard let length = bits.take(16), let inverse = bits.take(16) else { return .isShort }
        guard length ^ inverse == 0xFFFF else { return .isWrong }
        unpacked += length
        return bits.skip(bytes: length) ? .isDone : .isShort
    }

    private struct Codes {
        let literals: HuffmanCode
        let distances: HuffmanCode
    }

    private static let fixedCodes: Codes? = {
        let lengths = (0..<288).map { UInt8($0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8) }
        guard let literals = HuffmanCode(lengths[...]),
            let distances = HuffmanCode([UInt8](repeating: 5, count: 32)[...])
        else { return nil }
        return Codes(literals: literals, distances: distances)
    }()

    private static func followDynamic(_ bits: inout ChunkedBits, _ unpacked: inout Int) -> Outcome {
        guard let first = bits.take(5), let second = bits.take(5), let third = bits.take(4) else { return .isShort }
        let (literals, distances) = (257 + first, 1 + second)
        guard literals <= 286, distances <= 30 else { return .isWrong }
        var orders = [UInt8](repeating: 0, count: 19)
        for index in 0..<(4 + third) {
            guard let length = bits.take(3) else { return .isShort }
            orders[codeOrder[index]] = UInt8(length)
        }
        guard let code = HuffmanCode(orders[...], mayBeIncomplete: false) else { return .isWrong }
        var lengths: [UInt8] = []
        lengths.reserveCapacity(320)
        while lengths.count < literals + distances {
            bits.fill()
            guard let symbol = code.next(&bits) else { return bits.count < 15 ? .isShort : .isWrong }
            if symbol < 16 {
                lengths.append(UInt8(symbol))
                continue
            }
            guard let more = bits.take([2, 3, 7][symbol - 16]) else { return .isShort }
            guard symbol > 16 || !lengths.isEmpty else { return .isWrong }
            let repeated = symbol == 16 ? lengths[lengths.count - 1] : 0
            lengths.append(contentsOf: repeatElement(repeated, count: more + (symbol == 18 ? 11 : 3)))
        }
        guard lengths.count == literals + distances, lengths[256] > 0,
            let literalCode = HuffmanCode(lengths[..<literals]), let distanceCode = HuffmanCode(lengths[literals...])
        else { return .isWrong }
        return follow(&bits, Codes(literals: literalCode, distances: distanceCode), &unpacked)
    }

    private static let lengths: [(base: Int, extra: Int)] = [
        (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1), (17, 1), (19, 2),
        (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4), (83, 4), (99, 4), (115, 4), (131, 5),
        (163, 5), (195, 5), (227, 5), (258, 0),
    ]

    private static func follow(_ bits: inout ChunkedBits, _ codes: Codes?, _ unpacked: inout Int) -> Outcome {
        guard let codes else { return .isWrong }
        let (literals, distances) = (codes.literals, codes.distances)
        let steps = literals.steps.span
        let mask: UInt64 = 1 << UInt64(HuffmanCode.stepLength) - 1
        while true {
            // The longest of what follows: 15 and 5 bits for a length, 15 and 13 for a distance.
            if bits.count < 48 { bits.fill() }
            var step = Int(steps[Int(truncatingIfNeeded: bits.held & mask)])
            // Literals come in rows: as long as their codes are short and enough bits are held, nothing else is asked.
            while step != 0 && step < 256 << 4 && bits.count >= 15 {
                bits.drop(step & 15)
                unpacked += 1
                step = Int(steps[Int(truncatingIfNeeded: bits.held & mask)])
            }
            if bits.count < 48 { bits.fill() }
            guard let symbol = literals.next(&bits) else { return bits.count < 15 ? .isShort : .isWrong }
            if symbol < 256 {
                unpacked += 1
                continue
            }
            if symbol == 256 { return .isDone }
            guard symbol < 286 else { return .isWrong }
            let (base, extra) = lengths[symbol - 257]
            guard let more = bits.take(extra) else { return .isShort }
            guard let slot = distances.next(&bits) else { return bits.count < 15 ? .isShort : .isWrong }
            guard slot < 30 else { return .isWrong }
            // Slots double every second one.
            let distanceBits = max(0, slot / 2 - 1)
            guard let rest = bits.take(distanceBits) else { return .isShort }
            let distance = slot < 2 ? slot + 1 : (2 + slot & 1) << distanceBits + rest + 1
            guard distance <= unpacked else { return .isWrong }
            unpacked += base + more
        }
    }
}
