/// What a file is, told by its bytes alone.
public enum MediaKind: String, Codable, Sendable, CaseIterable {
    // What the device shows as it is.
    case jpeg, png, gif, mp4, m4a, mp3, wav, aiff
    // What can be made into one of these.
    case webp, heic, avif, tiff, bmp, mov, m4v
    case threeGP = "3gp"
    case adts, flac, ogg, ogv, amr, wma, matroska, avi, mpeg, wmv
    case transportStream = "mpeg-ts"
    // What is refused by name.
    case svg, html, xml, pdf, json, text, zip, gzip, rar
    case sevenZip = "7z"
    case executable, ico
    case unknown
}

extension MediaKind {
    /// The names by which other systems know a kind.
    private struct Names {
        let mediaClass: MediaClass
        let mime: String
        let uti: String
        let fileExtension: String
        let words: String

        init(_ mediaClass: MediaClass, _ mime: String, _ uti: String, _ fileExtension: String, _ words: String) {
            self.mediaClass = mediaClass
            self.mime = mime
            self.uti = uti
            self.fileExtension = fileExtension
            self.words = words
        }
    }

    /// One row for each kind.
    ///
    /// MIME types and UTIs of the attachable kinds are those of Apple's attachment table.
    private var names: Names {
        switch self {
        case .jpeg: Names(.image, "image/jpeg", "public.jpeg", "jpg", "JPEG picture")
        case .png: Names(.image, "image/png", "public.png", "png", "PNG picture")
        case .gif: Names(.image, "image/gif", "com.compuserve.gif", "gif", "GIF picture")
        case .mp4: Names(.movie, "video/mp4", "public.mpeg-4", "mp4", "MPEG-4 movie")
        case .m4a: Names(.audio, "audio/mp4", "public.mpeg-4-audio", "m4a", "MPEG-4 audio")
        case .mp3: Names(.audio, "audio/mpeg", "public.mp3", "mp3", "MP3 audio")
        case .wav: Names(.audio, "audio/wav", "com.microsoft.waveform-audio", "wav", "WAV audio")
        case .aiff: Names(.audio, "audio/aiff", "public.aiff-audio", "aif", "AIFF audio")
        case .webp: Names(.image, "image/webp", "org.webmproject.webp", "webp", "WebP picture")
        case .heic: Names(.image, "image/heic", "public.heic", "heic", "HEIC picture")
        case .avif: Names(.image, "image/avif", "public.avif", "avif", "AVIF picture")
        case .tiff: Names(.image, "image/tiff", "public.tiff", "tif", "TIFF picture")
        case .bmp: Names(.image, "image/bmp", "com.microsoft.bmp", "bmp", "BMP picture")
        case .mov: Names(.movie, "video/quicktime", "com.apple.quicktime-movie", "mov", "QuickTime movie")
        case .m4v: Names(.movie, "video/x-m4v", "com.apple.m4v-video", "m4v", "iTunes movie")
        case .threeGP: Names(.movie, "video/3gpp", "public.3gpp", "3gp", "3GPP movie")
        case .adts: Names(.audio, "audio/aac", "public.aac-audio", "aac", "bare AAC audio")
        case .flac: Names(.audio, "audio/flac", "org.xiph.flac", "flac", "FLAC audio")
        case .ogg: Names(.audio, "audio/ogg", "org.xiph.ogg", "ogg", "Ogg audio")
        case .amr: Names(.audio, "audio/amr", "org.3gpp.adaptive-multi-rate-audio", "amr", "AMR audio")
        case .wma: Names(.audio, "audio/x-ms-wma", "com.microsoft.windows-media-wma", "wma", "Windows Media audio")
        case .ogv: Names(.movie, "video/ogg", "org.xiph.ogv", "ogv", "Ogg movie")
        case .matroska: Names(.movie, "video/x-matroska", "org.matroska.mkv", "mkv", "Matroska or WebM movie")
        case .avi: Names(.movie, "video/x-msvideo", "public.avi", "avi", "AVI movie")
        case .mpeg: Names(.movie, "video/mpeg", "public.mpeg", "mpg", "MPEG-1 or MPEG-2 movie")
        case .wmv: Names(.movie, "video/x-ms-wmv", "com.microsoft.windows-media-wmv", "wmv", "Windows Media movie")
        case .transportStream:
            Names(.movie, "video/mp2t", "public.mpeg-2-transport-stream", "ts", "MPEG transport stream")
        case .svg: Names(.foreign, "image/svg+xml", "public.svg-image", "svg", "SVG drawing")
        case .html: Names(.foreign, "text/html", "public.html", "html", "HTML page")
        case .xml: Names(.foreign, "text/xml", "public.xml", "xml", "XML document")
        case .pdf: Names(.foreign, "application/pdf", "com.adobe.pdf", "pdf", "PDF document")
        case .json: Names(.foreign, "application/json", "public.json", "json", "JSON document")
        case .text: Names(.foreign, "text/plain", "public.plain-text", "txt", "text file")
        case .zip: Names(.foreign, "application/zip", "public.zip-archive", "zip", "ZIP archive")
        case .gzip: Names(.foreign, "application/gzip", "org.gnu.gnu-zip-archive", "gz", "gzip archive")
        case .rar: Names(.foreign, "application/vnd.rar", "com.rarlab.rar-archive", "rar", "RAR archive")
        case .sevenZip: Names(.foreign, "application/x-7z-compressed", "org.7-zip.7-zip-archive", "7z", "7-Zip archive")
        case .executable: Names(.foreign, "application/x-executable", "public.executable", "bin", "program")
        case .ico: Names(.foreign, "image/vnd.microsoft.icon", "com.microsoft.ico", "ico", "Windows icon")
        case .unknown: Names(.foreign, "application/octet-stream", "public.data", "bin", "file of no known type")
        }
    }

    /// The family this kind belongs to.
    public var mediaClass: MediaClass { names.mediaClass }
    /// The Content-Type without parameters.
    public var mime: String { names.mime }
    /// The uniform type identifier, as an attachment's type hint wants it.
    public var uti: String { names.uti }
    /// The lowercase file name extension, without its dot.
    public var fileExtension: String { names.fileExtension }
    /// What a person would call it, without an article.
    public var words: String { names.words }

    /// What a person would call one of it; sound is no thing that is counted, and has no article.
    package var wordsForOne: String {
        guard mediaClass != .audio else { return words }
        return (Self.isSpokenWithVowel(words) ? "an " : "a ") + words
    }

    /// Whether it begins with a vowel when it is spoken: a letter that is spelt, as the M of MPEG, may.
    private static func isSpokenWithVowel(_ words: String) -> Bool {
        guard let first = words.first, let second = words.dropFirst().first else { return false }
        if "AEIOaeio".contains(first) { return true }
        return "HMSX".contains(first) && second.isUppercase && !"AEIOU".contains(second)
    }
}
