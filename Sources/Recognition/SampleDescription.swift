internal import AttachmentModel
internal import ForeignBytes

/// The first entry of a track's sample description: which codec, and whether it is locked.
struct SampleDescription {
    let codec: String
    /// The codec's four characters, as the file has them.
    let tag: FourCC
    let isEncrypted: Bool
    /// The coded size of a picture.
    let size: (width: Int, height: Int)?
    /// The shape of a picture's pixels, where it is told; both are at least 1.
    let pixel: (width: Int, height: Int)?
    /// What the decoder has to be capable of.
    let level: CodecLevel?
    /// What the samples of a picture mean as light, where that is told, or nobody tells it.
    let colours: ColourCoding?
    /// Samples a second, and channels, of a sound.
    let sound: (rate: Int, channels: Int)?

    /// Reads an `stsd` box; `nil` when it is empty.
    init?(_ table: ByteWindow, isPicture: Bool) throws(Fault) {
        var walk = BoxWalk(table, at: 8)
        guard let entry = try walk.next() else { return nil }
        size = isPicture ? (try entry.body.big(2, at: 24), try entry.body.big(2, at: 26)) : nil
        let parts = entry.body.clipped(at: isPicture ? 78 : try Self.soundHeaderLength(entry.body))
        var tag = entry.name
        isEncrypted = ["enca", "encv", "drms", "drmi"].contains(tag)
        if isEncrypted, let original = try parts.box("sinf", "frma") { tag = try original.code(at: 0) }
        self.tag = tag
        codec = try Self.name(of: tag, parts)
        if let size, ["h264", "hevc", "hev1"].contains(codec), size.width == 0 || size.height == 0 { throw .corrupt }
        level = CodecLevel(in: parts)
        pixel = isPicture ? Self.pixel(in: parts) : nil
        colours = isPicture ? Self.colours(in: parts) : nil
        var sound = isPicture ? nil : Self.sound(in: entry.body)
        if tag == "mp4a", let channels = (try? MPEG4Descriptor.channels(in: parts)) ?? nil {
            sound?.channels = channels
        }
        self.sound = sound
    }

    /// The pixel's shape (ISO/IEC 14496-12, section 12.1.4.2).
    private static func pixel(in parts: ByteWindow) -> (width: Int, height: Int)? {
        guard let shape = (try? parts.box("pasp")) ?? nil, let width = try? shape.big(4, at: 0),
            let height = try? shape.big(4, at: 4), width > 0, height > 0
        else { return nil }
        return (width, height)
    }

    /// What the box of colours says, in the form of MPEG-4 or in that of QuickTime; else what the codec's own head says.
    private static func colours(in parts: ByteWindow) -> ColourCoding? {
        let box = (try? parts.box("colr")) ?? nil
        let isCoded = box?.reads("nclx") == true || box?.reads("nclc") == true
        let told = isCoded ? box.flatMap { try? ColourCoding(codePoints: $0) } : nil
        return told?.isTold == true ? told : SequenceHeader(among: parts)?.colours ?? told
    }

    /// QuickTime has two longer forms of the header that the parts of an audio entry follow.
    private static func soundHeaderLength(_ entry: ByteWindow) throws(Fault) -> Int {
        switch try entry.big(2, at: 8) {
        case 1: 44
        case 2: 64
        default: 28
        }
    }

    /// The rate has 16 bits behind the point; in QuickTime's second form it is a floating-point number elsewhere.
    private static func sound(in entry: ByteWindow) -> (rate: Int, channels: Int)? {
        if (try? entry.big(2, at: 8)) == 2 {
            guard let bits = try? entry.big(8, at: 32), let channels = try? entry.big(4, at: 40),
                case let rate = Double(bitPattern: UInt64(bits)), rate > 0, rate < 10_000_000
            else { return nil }
            return (Int(rate), channels)
        }
        guard let channels = try? entry.big(2, at: 16), let rate = try? entry.big(4, at: 24) else { return nil }
        return (rate >> 16, channels)
    }

    /// `hvc1` is `hevc`; `hev1`, which Apple's players refuse, keeps its own name.
    private static func name(of tag: FourCC, _ parts: ByteWindow) throws(Fault) -> String {
        switch tag {
        case "avc1", "avc3": "h264"
        case "hvc1", "dvh1": "hevc"
        case "hev1", "dvhe": "hev1"
        case "mp4v", "mp4a": try MPEG4Descriptor.codec(in: parts) ?? (tag == "mp4a" ? "aac" : "mp4v")
        case "vp08": "vp8"
        case "vp09": "vp9"
        case "av01": "av1"
        case "s263", "h263": "h263"
        case "jpeg", "mjpa", "mjpb": "mjpeg"
        case "png ": "png"
        case "apcn", "apch", "apcs", "apco", "ap4h", "ap4x": "prores"
        case "ac-3": "ac3"
        case "ec-3": "eac3"
        case "Opus": "opus"
        case "fLaC": "flac"
        case ".mp3": "mp3"
        case "samr": "amr-nb"
        case "sawb": "amr-wb"
        case "sowt", "twos", "lpcm", "in24", "in32", "raw ", "ipcm", "NONE": "pcm"
        case "fl32", "fl64", "fpcm": "pcm-float"
        case "ima4": "adpcm-ima"
        default: tag.text
        }
    }
}
