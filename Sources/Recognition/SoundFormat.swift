internal import AttachmentModel
internal import ForeignBytes

/// The header of Windows' sound formats, as WAV and AVI have it.
struct SoundFormat {
    let codec: String
    let tag: Int
    let channels: Int
    let sampleRate: Int
    /// An average where the codec is a packed one; 0 is not known.
    let bytesPerSecond: Int

    /// As many channels as a studio's line carries (AES10); no player opens thousands.
    private static let channels = 1...64
    /// Samples a second: an eighth of what telephones have (ITU-T G.711), to twice the highest that AES5 names.
    private static let rates = 1_000...768_000

    init(_ format: ByteWindow) throws(Fault) {
        var tag = try format.little(2, at: 0)
        // The extensible form has the tag at the head of an identifier.
        if tag == 0xFFFE { tag = try format.little(2, at: 24) }
        self.tag = tag
        codec = Self.codec(tag)
        channels = try format.little(2, at: 2)
        sampleRate = try format.little(4, at: 4)
        // A packed codec may leave its byte rate open.
        let stated = try format.little(4, at: 8)
        let bits = try codec.hasPrefix("pcm") ? format.little(2, at: 14) : 0
        // Of plain samples the rate follows from the other fields, whatever the file says of it.
        bytesPerSecond = bits > 0 ? sampleRate * channels * ((bits + 7) / 8) : stated
        // A packed codec may leave its byte rate open.
        guard Self.channels.contains(channels), Self.rates.contains(sampleRate),
            bytesPerSecond > 0 || !codec.hasPrefix("pcm")
        else { throw .corrupt }
    }

    /// The only track of a file in this format.
    var track: TrackFacts {
        var track = TrackFacts(.sound, codec: codec)
        track.tag = "0x" + String(tag, radix: 16)
        track.sampleRate = sampleRate
        track.channels = channels
        return track
    }

    /// Numbers that Microsoft registered.
    private static func codec(_ tag: Int) -> String {
        switch tag {
        case 0x1: "pcm"
        case 0x2: "adpcm-ms"
        case 0x3: "pcm-float"
        case 0x6: "alaw"
        case 0x7: "ulaw"
        case 0x11: "adpcm-ima"
        case 0x10, 0x12...0x17, 0x20, 0x36, 0x40, 0x45, 0x61, 0x62, 0x64, 0x200: "adpcm"
        case 0x31: "gsm"
        case 0x50: "mp2"
        case 0x55: "mp3"
        case 0xFF, 0x1600, 0x1610: "aac"
        case 0x160...0x163: "wma"
        case 0x2000: "ac3"
        case 0x2001: "dts"
        case 0xF1AC: "flac"
        default: "wav-" + String(tag, radix: 16)
        }
    }
}
