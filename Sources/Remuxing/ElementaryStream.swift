internal import ForeignBytes

/// The elementary stream descriptor of MPEG-4 (ISO/IEC 14496-1, section 7.2.6): which codec, and how it is set up.
struct ElementaryStream: Hashable {
    /// Object types: AAC of MPEG-4 and of MPEG-2, layer III of both.
    private static let aac: Set<Int> = [0x40, 0x66, 0x67, 0x68]
    static let layerThree: Set<Int> = [0x69, 0x6B]

    var objectType: Int
    var bufferSize = 0
    var mostBits = 0
    var usualBits = 0
    /// What the decoder is set up with; empty when it needs nothing.
    var setup: [UInt8] = []

    init(objectType: Int) {
        self.objectType = objectType
    }

    /// Reads an `esds` box; `nil` when it describes no sound that goes into MPEG-4.
    init?(_ box: ByteWindow) throws(Fault) {
        var offset = 4
        _ = try Self.enter(3, box, &offset)
        let flags = try box.big(1, at: offset + 2)
        offset += 3 + (flags & 0x80 != 0 ? 2 : 0)
        if flags & 0x40 != 0 { offset += 1 + (try box.big(1, at: offset)) }
        if flags & 0x20 != 0 { offset += 2 }
        let end = try Self.enter(4, box, &offset)
        objectType = try box.big(1, at: offset)
        bufferSize = try box.big(3, at: offset + 2)
        mostBits = try box.big(4, at: offset + 5)
        usualBits = try box.big(4, at: offset + 9)
        offset += 13
        if Self.aac.contains(objectType) {
            guard offset < end else { return nil }
            let length = try Self.enter(5, box, &offset) - offset
            // The longest set-up of a sound lists its channels one by one: well below this.
            guard length <= 1_024 else { throw .corrupt("A sound's set-up is too long") }
            setup = try box.copy(at: offset, count: length)
        } else if !Self.layerThree.contains(objectType) {
            return nil
        }
    }

    func write(to writer: inout BoxWriter) {
        let configuration = 13 + (setup.isEmpty ? 0 : 5 + setup.count)
        writer.fullBox("esds") { writer in
            Self.open(3, 3 + 5 + configuration + 6, &writer)
            writer.zeros(3)
            Self.open(4, configuration, &writer)
            writer.big(objectType, 1)
            // A sound, and not an answer to a stream.
            writer.big(0x15, 1)
            writer.big(bufferSize, 3)
            writer.big(mostBits)
            writer.big(usualBits)
            if !setup.isEmpty {
                Self.open(5, setup.count, &writer)
                writer.append(setup)
            }
            // The synchronisation that files of MPEG-4 always have.
            Self.open(6, 1, &writer)
            writer.big(2, 1)
        }
    }

    /// A descriptor's head; the length is written with four bytes, as most files have it.
    private static func open(_ tag: Int, _ length: Int, _ writer: inout BoxWriter) {
        writer.big(tag, 1)
        for shift in [21, 14, 7] { writer.big(length >> shift | 0x80, 1) }
        writer.big(length & 0x7F, 1)
    }

    /// Steps into a descriptor and says where it ends.
    private static func enter(_ tag: Int, _ box: ByteWindow, _ offset: inout Int) throws(Fault) -> Int {
        guard try box.big(1, at: offset) == tag else { throw .corrupt("A sound's description is broken") }
        var length = 0
        for _ in 0..<4 {
            offset += 1
            let byte = try box.big(1, at: offset)
            length = length << 7 | byte & 0x7F
            if byte < 0x80 { break }
        }
        offset += 1
        // The outer ones count what their writer left out now and then.
        guard tag != 5 || box.holds(length, at: offset) else {
            throw .corrupt("A sound's description is longer than its box")
        }
        return min(offset + length, box.count)
    }
}
