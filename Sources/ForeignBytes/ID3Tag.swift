/// An ID3v2 tag: how long it says it is, and whether it holds a picture.
package struct ID3Tag {
    package static let headerLength = 10

    /// With header and footer, as the tag itself says.
    package let length: Int
    package let hasPicture: Bool
    /// Whether it says nothing but that this is MPEG audio.
    package let isBare: Bool

    /// Reads the tag that begins at `offset`; `nil` when none does.
    package init?(at offset: Int, in file: ByteWindow) {
        guard file.reads("ID3", at: offset), let version = try? file.byte(at: offset + 3),
            let flags = try? file.byte(at: offset + 5), let size = try? file.big(4, at: offset + 6), version < 0xFF
        else { return nil }
        // A careless writer's plain length has bits that a real one never has.
        let content = size & 0x8080_8080 == 0 ? Self.sevenBits(size) : size
        length = Self.headerLength + content + (flags & 0x10 != 0 ? 10 : 0)
        isBare = content == 16 && file.reads("TFLT", at: offset + Self.headerLength)
        hasPicture = Self.holdsPicture(file.clipped(at: offset + Self.headerLength, count: content), version)
    }

    /// Where the next tag or the first frame is to be looked for.
    ///
    /// A length that leads out of the file is wrong as often as the file is cut: that is right behind the header then.
    package func end(at offset: Int, in file: ByteWindow) -> Int {
        offset + (file.holds(length, at: offset) ? length : Self.headerLength)
    }

    /// Whether tags begin that lie behind the last frame.
    package static func isTail(at position: Int, in file: ByteWindow) -> Bool {
        file.reads("TAG", at: position) || file.reads("APETAGEX", at: position)
            || file.reads("LYRICSBEGIN", at: position) || file.reads("ID3", at: position)
    }

    /// A number with seven bits in each of its four bytes.
    private static func sevenBits(_ word: Int) -> Int {
        [24, 16, 8, 0].reduce(0) { $0 << 7 | (word >> $1) & 0x7F }
    }

    private static func holdsPicture(_ content: ByteWindow, _ version: Int) -> Bool {
        var cursor = ByteCursor(content)
        do throws(Fault) {
            while cursor.remaining > 10, try content.byte(at: cursor.position) != 0 {
                if content.reads("APIC", at: cursor.position) || content.reads("PIC", at: cursor.position) {
                    return true
                }
                try cursor.skip(version < 3 ? 3 : 4)
                let size = try cursor.big(version < 3 ? 3 : 4)
                try cursor.skip(version < 3 ? 0 : 2)
                try cursor.skip(version < 4 ? size : sevenBits(size))
            }
        } catch {
            // A frame that leads out of the tag ends it.
        }
        return false
    }
}
