/// One line of what ffmpeg says: how far it has come, or a complaint.
package enum FFmpegLine: Hashable, Sendable {
    /// Seconds of the result that are made.
    case made(Double)
    /// Something else about its progress.
    case progress
    case complaint(String)

    /// Names of `-progress`, beside those of single streams.
    private static let names: Set<Substring> = [
        "frame", "fps", "bitrate", "total_size", "out_time_us", "out_time_ms", "out_time", "dup_frames", "drop_frames",
        "speed", "progress",
    ]
    /// No result is longer; a time before the first frame is a huge negative number.
    private static let longest = 1e9

    package init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.names.contains(parts[0]) || parts[0].hasPrefix("stream_") else {
            self = .complaint(text)
            return
        }
        if parts[0] == "out_time_us", let time = Double(parts[1]), (0...Self.longest * 1e6).contains(time) {
            self = .made(time / 1e6)
        } else {
            self = .progress
        }
    }
}
