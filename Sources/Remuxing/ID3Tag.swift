/// The tags in front of an MP3 or a file of ADTS.
enum ID3Tag {
    /// The shortest tag that is one: ID3v2.3 with a single frame, which says that this is layer III.
    ///
    /// Some push clients know an MP3 by nothing but its tag; ID3v2 does not allow a tag without a frame.
    static let least: [UInt8] =
        Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 16] + Array("TFLT".utf8) + [0, 0, 0, 6, 0, 0, 0] + Array("MPG/3".utf8)

    /// Whether tags begin that lie behind the last frame.
    static func isTail(at position: Int, in file: SourceBytes) -> Bool {
        file.reads("TAG", at: position) || file.reads("APETAGEX", at: position)
            || file.reads("LYRICSBEGIN", at: position) || file.reads("ID3", at: position)
    }

    /// Where the frames begin, or are to be looked for.
    ///
    /// A length that leads out of the file is wrong as often as the file is cut: frames are looked for right behind.
    static func end(in file: SourceBytes) throws(Fault) -> Int {
        var position = 0
        while file.reads("ID3", at: position), file.holds(10, at: position) {
            let size = try file.big(4, at: position + 6)
            // A careless writer's plain length has bits that a real one never has.
            let content =
                size & 0x8080_8080 == 0 ? [24, 16, 8, 0].reduce(0) { $0 << 7 | (size >> $1) & 0x7F } : size
            let footer = try file.big(1, at: position + 5) & 0x10 != 0 ? 10 : 0
            position += file.holds(10 + content + footer, at: position) ? 10 + content + footer : 10
        }
        return position
    }
}
