internal import ForeignBytes

/// The elementary stream descriptor, in which `mp4a` and `mp4v` say which codec they really are.
enum MPEG4Descriptor {
    /// The codec's name; `nil` when the parts of a sample entry have no descriptor.
    static func codec(in parts: ByteWindow) throws(Fault) -> String? {
        guard var cursor = try configuration(in: parts) else { return nil }
        return switch try cursor.byte() {
        case 0x20: "mp4v"
        case 0x40, 0x66...0x68: "aac"
        case 0x60...0x65: "mpeg2"
        case 0x69, 0x6B: "mp3"
        case 0x6A: "mpeg1"
        case 0x6C: "mjpeg"
        case 0x6D: "png"
        case 0xA5: "ac3"
        case 0xA6: "eac3"
        case 0xDD: "vorbis"
        default: nil
        }
    }

    /// Where the decoder's configuration begins with the number of the codec.
    private static func configuration(in parts: ByteWindow) throws(Fault) -> ByteCursor? {
        // QuickTime wraps it once more.
        let wrapped = try parts.box("wave", "esds")
        let plain = try parts.box("esds")
        guard let box = wrapped ?? plain else { return nil }
        var cursor = ByteCursor(box, at: 4)
        guard try enter(3, &cursor) else { throw .corrupt }
        try cursor.skip(2)
        let flags = try cursor.byte()
        if flags & 0x80 != 0 { try cursor.skip(2) }
        if flags & 0x40 != 0 { try cursor.skip(try cursor.byte()) }
        if flags & 0x20 != 0 { try cursor.skip(2) }
        guard try enter(4, &cursor) else { throw .corrupt }
        return cursor
    }

    /// Channels of AAC, by the decoder's own configuration; `nil` when it has none, or defines them otherwise.
    ///
    /// The sample entry says 2 for mono as well.
    static func channels(in parts: ByteWindow) throws(Fault) -> Int? {
        guard var cursor = try configuration(in: parts), [0x40, 0x66, 0x67, 0x68].contains(try cursor.byte()) else {
            return nil
        }
        // The kind of stream, the size of its buffer, and its largest and its usual bit rate.
        try cursor.skip(12)
        guard try enter(5, &cursor) else { return nil }
        // Five bits name the object, four the rate, four the channels; escapes to longer names are left alone.
        let bits = try cursor.big(2)
        guard bits >> 11 != 31, (bits >> 7) & 15 != 15 else { return nil }
        let channels = (bits >> 3) & 15
        return channels == 0 || channels > 7 ? nil : channels == 7 ? 8 : channels
    }

    /// Steps into a descriptor; its length has up to four bytes of seven bits each.
    private static func enter(_ tag: Int, _ cursor: inout ByteCursor) throws(Fault) -> Bool {
        guard try cursor.byte() == tag else { return false }
        for _ in 0..<4 where try cursor.byte() < 0x80 { return true }
        return true
    }
}
