internal import AttachmentModel

extension Signature {
    /// Kinds that are a row of packets without a header of their own.
    static func streamKind(of head: Span<UInt8>) -> MediaKind? {
        if head.reads("ID3"), let major = head.byte(at: 3), major != 0xFF { return taggedKind(of: head) }
        if isTransportStream(head, from: 0, every: 188) || isTransportStream(head, from: 4, every: 192) {
            return .transportStream
        }
        return audioFrameKind(of: head, at: 0)
    }

    /// What an ID3 tag stands before: MP3, unless the tag is short enough to see otherwise.
    private static func taggedKind(of head: Span<UInt8>) -> MediaKind {
        var length = 0
        for offset in 6..<10 {
            guard let byte = head.byte(at: offset), byte < 0x80 else { return .mp3 }
            length = length << 7 | Int(byte)
        }
        let end = 10 + length
        return head.reads("fLaC", at: end) ? .flac : audioFrameKind(of: head, at: end) ?? .mp3
    }

    /// The kind of an MPEG audio frame: its layer bits tell MPEG's own three layers from AAC in ADTS (layer 0).
    ///
    /// FF FE also begins a text in UTF-16, and is left to it.
    private static func audioFrameKind(of head: Span<UInt8>, at offset: Int) -> MediaKind? {
        guard head.byte(at: offset) == 0xFF, let second = head.byte(at: offset + 1), second & 0xE0 == 0xE0,
            let third = head.byte(at: offset + 2)
        else { return nil }
        if second & 0xF6 == 0xF0 {
            return (third >> 2) & 0xF < 13 ? .adts : nil
        }
        let isText = second >= 0xFE
        let hasKnownVersion = (second >> 3) & 3 != 1
        // Of layer III alone are frames of free format met.
        let hasBitRate = third >> 4 != 15 && (third >> 4 != 0 || (second >> 1) & 3 == 1)
        let hasSampleRate = (third >> 2) & 3 != 3
        return !isText && hasKnownVersion && hasBitRate && hasSampleRate ? .mp3 : nil
    }

    /// Packets of a transport stream; a zero among them tells it from a text with a G in the right places.
    private static func isTransportStream(_ head: Span<UInt8>, from start: Int, every length: Int) -> Bool {
        (0..<2).allSatisfy { head.byte(at: start + $0 * length) == 0x47 }
            && (head.count <= start + 2 * length || head.byte(at: start + 2 * length) == 0x47)
            && head.contains(0, before: start + length)
    }
}
