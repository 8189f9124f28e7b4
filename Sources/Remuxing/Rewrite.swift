/// A new file, as a value: bytes that were made, and ranges of the source that are copied, in order.
struct Rewrite {
    enum Piece: Hashable {
        case made([UInt8])
        case copied(Range<Int>)

        var count: Int {
            switch self {
            case .made(let bytes): bytes.count
            case .copied(let range): range.count
            }
        }
    }

    private(set) var pieces: [Piece] = []
    /// The size of the new file.
    private(set) var count = 0
    /// What is done, in order.
    var steps: [String] = []
    /// What the receiver will miss.
    var lost: [String] = []

    init() {}

    mutating func make(_ bytes: [UInt8]) {
        pieces.append(.made(bytes))
        count += bytes.count
    }

    mutating func copy(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        count += range.count
        if case .copied(let last) = pieces.last, last.upperBound == range.lowerBound {
            pieces[pieces.count - 1] = .copied(last.lowerBound..<range.upperBound)
        } else {
            pieces.append(.copied(range))
        }
    }
}
