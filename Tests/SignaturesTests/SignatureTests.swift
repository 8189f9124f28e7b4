internal import AttachmentModel
internal import Signatures
internal import Testing

struct SignatureTests {
    /// The first bytes of a file and what they announce.
    struct Row: Sendable, CustomTestStringConvertible {
        let kind: MediaKind
        let head: [UInt8]
        var testDescription: String { "\(kind) \(head.prefix(24))" }

        init(_ kind: MediaKind, _ text: String, _ more: [UInt8] = []) {
            self.kind = kind
            head = Array(text.utf8) + more
        }

        init(_ kind: MediaKind, _ head: [UInt8], _ text: String = "") {
            self.kind = kind
            self.head = head + Array(text.utf8)
        }
    }

    static let pictures = [
        Row(.jpeg, [0xFF, 0xD8, 0xFF, 0xE1]), Row(.png, [0x89], "PNG\r\n\u{1A}\n"), Row(.gif, "GIF87a"),
        Row(.gif, "GIF89a"),
        Row(.webp, "RIFF\u{1E}\0\0\0WEBPVP8 "), Row(.tiff, "II*\0"), Row(.tiff, "MM\0*"),
        Row(.bmp, "BM", [0, 1, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]),
        Row(.ico, [0, 0, 1, 0, 1, 0, 16, 16]),
        Row(.heic, ftyp("heic")), Row(.heic, ftyp("mif1", "mif1", "heic")), Row(.avif, ftyp("avif")),
        Row(.avif, ftyp("mif1", "mif1", "avif")), Row(.avif, ftyp("avis")),
        Row(.avif, ftyp("MA1B", "avif", "mif1")), Row(.avif, ftyp("xyz1", "mif1", "avif")),
        Row(.heic, ftyp("msf1", "hevc")), Row(.heic, ftyp("avci", "mif1")), Row(.heic, ftyp("xyz1", "mif1", "heic")),
        Row(.mp4, ftyp("isom", "mif1", "heic")), Row(.mp4, ftyp("xyz1", "mp42")),
    ]

    static let soundAndMovies = [
        Row(.mp4, ftyp("isom")), Row(.mp4, ftyp("mp42")), Row(.mp4, ftyp("dash")), Row(.mov, ftyp("qt  ")),
        Row(.m4v, ftyp("M4V ")), Row(.m4a, ftyp("M4A ")), Row(.threeGP, ftyp("3gp5")), Row(.threeGP, ftyp("3g2a")),
        Row(.mov, [0, 0, 0, 8], "wide\0\0\u{1}\0mdat"), Row(.mov, [0, 1, 0, 0], "moov"), Row(.text, "thismoov is text"),
        Row(.mp3, "ID3\u{3}\0\0\0\0\u{2}\u{1}"), Row(.mp3, [0xFF, 0xFB, 0x90, 0x64]),
        Row(.mp3, [0xFF, 0xF3, 0x40, 0xC0]),
        Row(.adts, [0xFF, 0xF1, 0x50, 0x80]), Row(.adts, [0xFF, 0xF9, 0x50, 0x80]),
        Row(.adts, "ID3\u{4}\0\0\0\0\0\u{2}ab", [0xFF, 0xF1, 0x50, 0x80]), Row(.flac, "ID3\u{4}\0\0\0\0\0\0fLaC"),
        Row(.mp3, [0xFF, 0xFD, 0x90, 0x64]), Row(.mp3, [0xFF, 0xF5, 0x90, 0x64]), Row(.mp3, [0xFF, 0xFB, 0, 0x64]),
        Row(.unknown, [0xFF, 0xFD, 0, 0x64, 0]), Row(.unknown, [0xFF, 0xFF, 0x90, 0x64, 0]),
        Row(.unknown, [0xFF, 0xFB, 0xF0, 0, 0]),
        Row(.wav, "RIFF\0\0\0\0WAVE"), Row(.wav, "RF64\0\0\0\0WAVE"), Row(.avi, "RIFF\0\0\0\0AVI "),
        Row(.aiff, "FORM\0\0\0\0AIFF"), Row(.aiff, "FORM\0\0\0\0AIFC"), Row(.ogg, "OggS"), Row(.flac, "fLaC"),
        Row(.matroska, [0x1A, 0x45, 0xDF, 0xA3]), Row(.mpeg, [0, 0, 1, 0xBA]), Row(.mpeg, [0, 0, 1, 0xB3]),
        Row(.amr, "#!AMR\n"), Row(.amr, "#!AMR-WB\n"), Row(.wmv, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
        Row(.transportStream, transportPacket + transportPacket + transportPacket),
    ]

    static let foreign = [
        Row(.html, "<!DOCTYPE html><html>"), Row(.html, "\r\n \t<HTML lang=de>"),
        Row(.html, [0xEF, 0xBB, 0xBF], "<html>"),
        Row(.html, "<!-- saved <svg> --> <!doctype HTML>"), Row(.html, "<?xml version=\"1.0\"?><!DOCTYPE html>"),
        Row(.html, [0xFF, 0xFE, 0x3C, 0, 0x68, 0, 0x74, 0, 0x6D, 0, 0x6C, 0, 0x3E, 0]), Row(.html, "<!-- endless"),
        Row(.html, "<p>Not found</p>"), Row(.xml, "<pre-order/>"), Row(.xml, "<rss version='2'>"),
        Row(.xml, "<?xml version='1.0'?><rss>"), Row(.svg, "<?xml version='1.0'?>\n<!-- x -->\n<svg width='9'>"),
        Row(.svg, "<SVG viewBox='0 0 1 1'>"), Row(.svg, "<!doctype svg>"),
        Row(.json, "{\"error\": 404}"), Row(.json, " [ {} ]"), Row(.json, "{}"), Row(.text, "{curly}"),
        Row(.text, "[section]"),
        Row(.text, "Access denied"), Row(.text, [0xFE, 0xFF, 0, 0x61]), Row(.text, "Größe"), Row(.text, "BM and MZ"),
        Row(.text, "< 5"), Row(.text, "G" + String(repeating: "G", count: 511)),
        Row(.pdf, "%PDF-1.7"), Row(.zip, "PK\u{3}\u{4}"), Row(.gzip, [0x1F, 0x8B, 8]), Row(.rar, "Rar!\u{1A}\u{7}"),
        Row(.sevenZip, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), Row(.executable, [0x7F], "ELF"),
        Row(.executable, "#!/bin/sh"), Row(.executable, "MZ" + String(repeating: "\0", count: 62)),
        Row(.executable, [0xCF, 0xFA, 0xED, 0xFE]), Row(.unknown, [UInt8]()), Row(.unknown, [0, 1, 2, 3]),
        Row(.unknown, ftyp("crx ")),
    ]

    @Test(arguments: pictures + soundAndMovies + foreign)
    func `the first bytes announce the kind`(row: Row) {
        #expect(Signature.kind(of: row.head.span) == row.kind)
    }

    @Test func `every kind has a signature`() {
        let known = Set((Self.pictures + Self.soundAndMovies + Self.foreign).map(\.kind))
        // What is in an Ogg file or a Windows Media file is more than its first bytes say.
        #expect(known == Set(MediaKind.allCases).subtracting([.ogv, .wma]))
    }

    @Test func `bytes beyond the head change nothing`() {
        let blanks = String(repeating: " ", count: Signature.headLength)
        #expect(Signature.kind(of: Array((blanks + "<html>").utf8).span) != .html)
    }

    @Test(arguments: pictures + soundAndMovies + foreign)
    func `a head that is cut anywhere or damaged gives some kind`(row: Row) {
        for length in row.head.indices {
            _ = Signature.kind(of: Array(row.head[..<length]).span)
            var damaged = row.head
            damaged[length] ^= 0xFF
            _ = Signature.kind(of: damaged.span)
            _ = Signature.pageTitle(in: damaged.span)
        }
    }

    static func ftyp(_ brand: String, _ compatible: String...) -> [UInt8] {
        let body = Array((brand + "\0\0\u{2}\0" + compatible.joined()).utf8)
        return [0, 0, 0, UInt8(8 + body.count)] + Array("ftyp".utf8) + body
    }

    static let transportPacket: [UInt8] = [0x47, 0x40, 0, 0x10] + [UInt8](repeating: 0xFF, count: 184)
}
