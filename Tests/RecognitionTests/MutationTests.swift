internal import AttachmentModel
internal import Recognition
internal import Testing

/// Damaged files: whatever comes, there are facts or an error, and the process lives.
struct MutationTests {
    static let files =
        JPEGTests.rows + PNGTests.rows + GIFTests.rows + MovieTests.rows + MovieTests.soundRows + SoundTests.frameRows
        + SoundTests.chunkRows + OtherKindTests.rows

    /// Numbers that come out the same on every run.
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test(arguments: files)
    func `every beginning of a file gives facts`(row: FactRow) throws {
        let recognizer = Recognizer()
        let step = max(1, row.bytes.count / 400)
        for length in stride(from: 0, to: row.bytes.count, by: step) {
            check(Array(row.bytes[..<length]), recognizer)
        }
    }

    @Test(arguments: files)
    func `a file with bytes changed, removed or doubled gives facts`(row: FactRow) throws {
        let recognizer = Recognizer()
        var dice = Dice(state: UInt64(row.bytes.count))
        for _ in 0..<400 {
            var bytes = row.bytes
            for _ in 0..<Int.random(in: 1...4, using: &dice) { damage(&bytes, &dice) }
            check(bytes, recognizer)
        }
    }

    private func damage(_ bytes: inout [UInt8], _ dice: inout Dice) {
        // Most of what matters lies at the front.
        let reach = Bool.random(using: &dice) ? min(bytes.count, 256) : bytes.count
        guard reach > 8 else { return }
        let place = Int.random(in: 0..<(reach - 4), using: &dice)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: bytes[place] = .random(in: 0...255, using: &dice)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        case 2: bytes.replaceSubrange(place..<(place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
        case 3: bytes.replaceSubrange(place..<(place + 4), with: [0x7F, 0xFF, 0xFF, 0xFF])
        case 4: bytes.removeSubrange(place..<(place + Int.random(in: 1...4, using: &dice)))
        default: bytes.insert(contentsOf: bytes[place..<(place + 4)], at: place)
        }
    }

    private func check(_ bytes: [UInt8], _ recognizer: Recognizer) {
        guard let read = try? facts(bytes, by: recognizer) else {
            Issue.record("the bytes cannot be mapped")
            return
        }
        #expect(read.bytes == bytes.count)
        #expect((read.width ?? 1) > 0 && (read.height ?? 1) > 0 && (1...8).contains(read.orientation))
        #expect((read.duration ?? 0).isFinite && read.duration ?? 0 >= 0)
    }
}
