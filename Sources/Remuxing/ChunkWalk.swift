/// One chunk of a RIFF or IFF file.
struct Chunk {
    let name: BoxName
    /// What is there of it.
    let body: SourceBytes
    /// The size that it claims.
    let size: Int

    var isCut: Bool { body.count < size }
}

/// Goes over the chunks that lie side by side, each padded to an even length.
struct ChunkWalk {
    /// More chunks than any sound has.
    private static let mostChunks = 100_000
    /// The size that a writer leaves who could not go back.
    static let open = Int(UInt32.max)

    private let file: SourceBytes
    private let isBigEndian: Bool
    private var position = 12
    private var count = 0

    init(_ file: SourceBytes, isBigEndian: Bool) {
        self.file = file
        self.isBigEndian = isBigEndian
    }

    /// The next chunk; `nil` at the end.
    ///
    /// - Parameter long: the size of one whose own says only that 32 bits are not enough for it.
    mutating func next(long: Int?) throws(Fault) -> Chunk? {
        guard file.holds(8, at: position) else { return nil }
        count += 1
        guard count <= Self.mostChunks else { throw .corrupt("The file has more chunks than any sound") }
        let name = try file.name(at: position)
        var size = isBigEndian ? try file.big(4, at: position + 4) : try file.little(4, at: position + 4)
        if size == Self.open, let long { size = long }
        let there = min(size, file.count - position - 8)
        let body = try file.part(at: position + 8, count: there)
        position += 8 + there + there & 1
        return Chunk(name: name, body: body, size: size)
    }
}
