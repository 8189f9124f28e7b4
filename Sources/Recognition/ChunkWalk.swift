/// One chunk of a RIFF or IFF file.
struct Chunk {
    let name: FourCC
    /// The size that the chunk claims.
    let size: Int
    let body: ByteWindow

    var isCut: Bool { body.count < size }
}

/// Goes over the chunks that lie side by side in a window, each padded to an even length.
struct ChunkWalk {
    private static let mostChunks = 1_000_000

    private(set) var cursor: ByteCursor
    private let isBigEndian: Bool
    private var count = 0

    init(_ window: ByteWindow, at start: Int, isBigEndian: Bool = false) {
        cursor = ByteCursor(window, at: start)
        self.isBigEndian = isBigEndian
    }

    /// The next chunk; `nil` at the end.
    ///
    /// - Parameter override: a size to use in place of one that says "see elsewhere".
    mutating func next(override: Int? = nil) throws(Fault) -> Chunk? {
        guard cursor.remaining >= 8 else { return nil }
        count += 1
        guard count <= Self.mostChunks else { throw .corrupt }
        let name = try cursor.code()
        let claimed = isBigEndian ? try cursor.big(4) : try cursor.little(4)
        let size = claimed == Int(UInt32.max) ? override ?? claimed : claimed
        let body = cursor.takeClipped(size)
        if size & 1 == 1 && !cursor.isAtEnd { try cursor.skip(1) }
        return Chunk(name: name, size: size, body: body)
    }
}
