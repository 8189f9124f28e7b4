package import AttachmentModel
internal import Confinement

/// What ffmpeg is told for one file in and one file out.
///
/// It is never left to guess what it reads: the demuxer follows from what was recognised, so that no list, no script and
/// no other file can be named by a stranger's bytes.
package struct FFmpegCall: Hashable, Sendable {
    /// All of it, without the program's name.
    package let arguments: [String]

    /// ffmpeg's names of what it may be told to read.
    private static let demuxers: [MediaKind: String] = [
        .mp4: "mov", .m4a: "mov", .mov: "mov", .m4v: "mov", .threeGP: "mov", .matroska: "matroska", .avi: "avi",
        .mpeg: "mpeg", .gif: "gif", .adts: "aac", .mp3: "mp3", .wav: "wav", .aiff: "aiff", .flac: "flac", .ogg: "ogg",
        .ogv: "ogg",
        .amr: "amr", .wma: "asf", .wmv: "asf", .transportStream: "mpegts",
    ]

    /// Whether a kind can be read at all.
    package static func reads(_ kind: MediaKind) -> Bool { demuxers[kind] != nil }

    /// - Parameters:
    ///   - kind: what the bytes were recognised as.
    ///   - isBare: whether it has no container.
    ///   - threads: of each decoder, and of all filters together, however many cores there are.
    ///   - inputOptions: what is said of the input, such as where to begin.
    ///   - format: ffmpeg's name of what is made, with its options before it.
    /// - Returns: `nil` for a kind that is never given to ffmpeg.
    package init?(
        reading kind: MediaKind, isBare: Bool = false, threads: Int = 2, inputOptions: [String] = [],
        making options: [String],
        as format: String
    ) {
        guard let demuxer = isBare && kind == .mpeg ? "mpegvideo" : Self.demuxers[kind] else { return nil }
        let common =
            ["-hide_banner", "-nostdin", "-y", "-v", "error", "-nostats", "-progress", "pipe:1"]
            + ["-filter_threads", "\(threads)"]
        let input =
            ["-protocol_whitelist", "file", "-threads", "\(threads)", "-f", demuxer] + inputOptions
            + ["-i", "file:/proc/self/fd/\(TranscoderArguments.input)"]
        arguments =
            common + input + options + ["-f", format, "file:/proc/self/fd/\(TranscoderArguments.output)"]
    }

    /// Asks ffmpeg about itself; nothing is read or made.
    package init(asking question: [String]) {
        arguments = ["-hide_banner", "-v", "error"] + question
    }
}
