/// A body that is in memory.
package struct BytesSender: HTTPSender {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    package func read(into room: UnsafeMutableRawBufferPointer, from place: Int) -> Int? {
        guard (0...bytes.count).contains(place) else { return nil }
        let piece = bytes[place...].prefix(room.count)
        unsafe room.copyBytes(from: piece)
        return piece.count
    }
}
