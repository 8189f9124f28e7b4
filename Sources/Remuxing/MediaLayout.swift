/// Where the chunks that are kept lie in the new file: in the order of the source, without what lay between them.
struct MediaLayout {
    /// Bytes of the source, side by side with those before in the new file.
    private(set) var extents: [Range<Int>] = []
    /// Where each chunk begins, for each track, counted from the first byte of the media.
    private(set) var places: [[Int]]
    /// Bytes of all media.
    private(set) var length = 0

    private struct Item {
        let offset, length: Int
        let track, chunk: Int
    }

    init(_ tracks: [[SampleTables.Chunk]]) {
        places = tracks.map { Array(repeating: 0, count: $0.count) }
        var items: [Item] = []
        items.reserveCapacity(tracks.reduce(0) { $0 + $1.count })
        for (track, chunks) in tracks.enumerated() {
            for (index, chunk) in chunks.enumerated() {
                items.append(Item(offset: chunk.offset, length: chunk.length, track: track, chunk: index))
            }
        }
        items.sort { ($0.offset, $0.track, $0.chunk) < ($1.offset, $1.track, $1.chunk) }
        for item in items { place(item) }
    }

    private mutating func place(_ item: Item) {
        let end = item.offset + item.length
        if let last = extents.last, item.offset <= last.upperBound {
            // What two chunks share is copied once.
            places[item.track][item.chunk] = length - (last.upperBound - item.offset)
            guard end > last.upperBound else { return }
            length += end - last.upperBound
            extents[extents.count - 1] = last.lowerBound..<end
        } else {
            places[item.track][item.chunk] = length
            length += item.length
            extents.append(item.offset..<end)
        }
    }

    /// Whether offsets in a file with such a head need 64 bits.
    static func needsLongOffsets(head: Int, media: Int) -> Bool {
        head + media > Int(UInt32.max)
    }
}
