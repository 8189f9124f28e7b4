internal import Affix
internal import AttachmentModel

extension SettingsTable {
    /// How much of this machine is used, and for what at most.
    static let work: [Setting] = [
        Setting(
            "deadline", \.deadline, .time, absence: "15s, of a movie or sound 120s", on: asking.union([.payload]),
            "How long one source may take from start to receipt."),
        Setting("jobs", \.jobs, .count(1...256), on: asking.union([.consume]), "Sources worked on at once."),
        Setting(
            "workers", \.preparer.workers, .count(0...256, zeroIsAbsence: true), absence: "one for each core",
            on: working, "Decoder processes at once; 0 is one for each core."),
        Setting(
            "sandbox", \.preparer.sandbox, .onOff, on: working,
            "Whether decoders are locked down; off, a hostile file has all rights of this user."),
        Setting(
            "decode-memory", \.preparer.decodeMegabytes, .count(0...10_000_000, zeroIsAbsence: true),
            absence: "half of the machine's", on: preparing,
            "Megabytes that the pictures being decoded may take together; 0 is half of what the machine has."),
        Setting(
            "worker", \.preparer.workerPath, .path("FILE"), absence: "affix-worker beside affix",
            on: working, "The affix-worker program; affix-transcoder lies beside it."),
        Setting(
            "ffmpeg", \.preparer.ffmpegPath, .path("FILE"), absence: "ffmpeg on the PATH", on: working,
            "The ffmpeg program, for movies and sounds that have to be encoded anew."),
        Setting(
            "transcoders", \.preparer.transcoders, .count(0...256, zeroIsAbsence: true),
            absence: "one for each four cores", on: working, "Runs of ffmpeg at once; 0 is one for each four cores."),
        Setting(
            "max-megapixels", \.preparer.limits.megapixels, .count(1...1_000), on: preparing,
            "Millions of pixels that a picture, or one frame of it, may have."),
        Setting(
            "max-frames", \.preparer.limits.frames, .count(1...100_000), on: preparing,
            "Frames that an animated picture may have."),
        Setting(
            "max-total-megapixels", \.preparer.limits.totalMegapixels, .count(1...100_000), on: preparing,
            "Millions of pixels that all frames of an animation may have together."),
        Setting(
            "max-duration", \.preparer.limits.duration, .time, on: preparing,
            "How long a movie or sound may play."),
    ]
}
