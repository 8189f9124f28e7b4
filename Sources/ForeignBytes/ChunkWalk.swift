/// One chunk of a RIFF or IFF file.
package struct Chunk {
    /// The size that a writer leaves who could not go back, or whose size needs more than 32 bits.
    package static let open = Int(UInt32.max)

    package let name: FourCC
    /// The size that the chunk claims.
    package let size: Int
    /// What is there of it.
    package let body: ByteWindow

    package var isCut: Bool { body.count < size }
}

/// Goes over the chunks that lie side by side in a window, each padded to an even length.
package struct ChunkWalk {
    private static let mostChunks = 1_000_000

    package private(set) var cursor: ByteCursor
    private let isBigEndian: Bool
    /// Whether the writer never went back to fill in how long the file became.
    private let isUnfinished: Bool
    private var count = 0

    package init(_ window: ByteWindow, at start: Int, isBigEndian: Bool = false) {
        cursor = ByteCursor(window, at: start)
        self.isBigEndian = isBigEndian
        isUnfinished = (try? window.little(4, at: 4)).map { [0, Chunk.open].contains($0) } ?? false
    }

    /// The next chunk; `nil` at the end.
    ///
    /// - Parameter override: a size to use in place of one that says "see elsewhere".
    package mutating func next(override: Int? = nil) throws(Fault) -> Chunk? {
        guard cursor.remaining >= 8 else { return nil }
        count += 1
        guard count <= Self.mostChunks else { throw .corrupt("The file has more chunks than any sound or picture") }
        let name = try cursor.code()
        let claimed = isBigEndian ? try cursor.big(4) : try cursor.little(4)
        let isOpen = claimed == 0 && name == "data" && isUnfinished
        let size = claimed == Chunk.open ? override ?? claimed : isOpen ? Chunk.open : claimed
        let body = cursor.takeClipped(size)
        if size & 1 == 1 && !cursor.isAtEnd { try cursor.skip(1) }
        return Chunk(name: name, size: size, body: body.count < size ? body : body.closed)
    }
}
