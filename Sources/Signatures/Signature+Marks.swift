internal import AttachmentModel

extension Signature {
    /// Bytes that begin every file of a kind, and nothing else that we expect to meet.
    private struct Mark {
        let kind: MediaKind
        let bytes: [UInt8]

        init(_ kind: MediaKind, _ bytes: UInt8...) {
            self.kind = kind
            self.bytes = bytes
        }

        init(_ kind: MediaKind, text: String) {
            self.kind = kind
            self.bytes = Array(text.utf8)
        }
    }

    private static let marks = [
        Mark(.jpeg, 0xFF, 0xD8, 0xFF),
        Mark(.png, 0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A),
        Mark(.gif, text: "GIF87a"), Mark(.gif, text: "GIF89a"),
        Mark(.flac, text: "fLaC"), Mark(.ogg, text: "OggS"),
        Mark(.amr, text: "#!AMR\n"), Mark(.amr, text: "#!AMR-WB\n"),
        Mark(.wmv, 0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11),
        Mark(.matroska, 0x1A, 0x45, 0xDF, 0xA3),
        Mark(.mpeg, 0x00, 0x00, 0x01, 0xBA), Mark(.mpeg, 0x00, 0x00, 0x01, 0xB3),
        Mark(.tiff, text: "II*\0"), Mark(.tiff, text: "MM\0*"), Mark(.tiff, text: "II+\0"), Mark(.tiff, text: "MM\0+"),
        Mark(.pdf, text: "%PDF-"),
        Mark(.zip, text: "PK\u{3}\u{4}"), Mark(.zip, text: "PK\u{5}\u{6}"), Mark(.zip, text: "PK\u{7}\u{8}"),
        Mark(.gzip, 0x1F, 0x8B, 0x08), Mark(.rar, text: "Rar!\u{1A}\u{7}"),
        Mark(.sevenZip, 0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C),
        Mark(.executable, 0x7F, 0x45, 0x4C, 0x46), Mark(.executable, text: "#!"),
        Mark(.executable, 0xFE, 0xED, 0xFA, 0xCE), Mark(.executable, 0xFE, 0xED, 0xFA, 0xCF),
        Mark(.executable, 0xCE, 0xFA, 0xED, 0xFE), Mark(.executable, 0xCF, 0xFA, 0xED, 0xFE),
        Mark(.executable, 0xCA, 0xFE, 0xBA, 0xBE),
    ]

    /// Kinds that begin with a fixed mark.
    static func markedKind(of head: Span<UInt8>) -> MediaKind? {
        if let mark = marks.first(where: { head.reads($0.bytes) }) { return mark.kind }
        return shortMarkedKind(of: head)
    }

    /// Kinds whose mark is so short that a second property has to agree.
    private static func shortMarkedKind(of head: Span<UInt8>) -> MediaKind? {
        if head.reads("BM"), let headerSize = head.little(at: 14) {
            return [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize) ? .bmp : nil
        }
        if head.reads("MZ"), head.count >= 64 {
            return head.contains(0, before: 64) ? .executable : nil
        }
        // Reserved zeros, a type of 1 (icon) or 2 (cursor), then between 1 and 255 pictures.
        if head.reads([0, 0, 1, 0]) || head.reads([0, 0, 2, 0]), let pictures = head.byte(at: 4), pictures > 0 {
            return head.byte(at: 5) == 0 ? .ico : nil
        }
        return nil
    }
}
