internal import ForeignBytes

extension ID3Tag {
    /// The shortest tag that is one: ID3v2.3 with a single frame, which says that this is layer III.
    ///
    /// Some push clients know an MP3 by nothing but its tag; ID3v2 does not allow a tag without a frame.
    static let least: [UInt8] =
        Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 16] + Array("TFLT".utf8) + [0, 0, 0, 6, 0, 0, 0] + Array("MPG/3".utf8)

    /// Where the frames begin, or are to be looked for.
    static func framesBegin(in file: ByteWindow) -> Int {
        var position = 0
        while let tag = ID3Tag(at: position, in: file) { position = tag.end(at: position, in: file) }
        return position
    }
}
