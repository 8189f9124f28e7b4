package import AttachmentModel

/// What iOS accepts as an attachment, as data.
///
/// Types and caps are those of Apple's table for `UNNotificationAttachment`. Apple does not say whether its MB is 10^6
/// or 2^20: the smaller is used, so that a file at the cap passes under either reading.
package enum Rulebook {
    /// Changes whenever the same input could be judged or rendered differently.
    package static let version = "8"

    /// One row of the table: what passes, and how large it may be.
    package struct Row: Sendable {
        package let mediaClass: MediaClass
        /// Kinds the device shows as they are.
        package let shown: [MediaKind]
        /// Those of them that every push client shows too, and that are published as they are.
        package let published: [MediaKind]
        /// The cap in bytes; exactly at it is accepted.
        package let cap: Int
    }

    package static let table = [
        Row(mediaClass: .image, shown: [.jpeg, .png, .gif], published: [.jpeg, .png, .gif], cap: 10_000_000),
        Row(mediaClass: .movie, shown: [.mp4, .avi, .mpeg], published: [.mp4], cap: 50_000_000),
        Row(
            mediaClass: .audio, shown: [.mp3, .m4a, .wav, .aiff], published: [.mp3, .m4a, .wav, .aiff], cap: 5_000_000),
    ]

    /// Codecs the device plays inside MPEG-4; what it lacks shows as a black or silent attachment.
    package static let playableCodecs: Set<String> = ["h264", "hevc", "aac", "alac", "mp3"]

    /// What the device plays in a WAV or an AIFF: plain samples and their simplest packings.
    ///
    /// Those that Apple's Core Audio Overview allows in these files, and the IMA codec of either system.
    package static let playableSamples: Set<String> = ["pcm", "pcm-float", "alaw", "ulaw", "adpcm-ima"]

    /// Codings of a JPEG that the device lacks and a worker decodes.
    static let decodableJPEGs: Set<String> = ["jpeg-arithmetic"]

    /// HEVC under the tag `hev1`, which Apple's players refuse although they play the same stream as `hvc1`.
    package static let retaggableCodec = "hev1"

    /// Seconds of a movie that iOS shows (Apple, `UNNotificationAttachment`).
    package static let secondsShown = 30.0

    /// How much longer a movie may be without being cut: sound ends with whole frames, and clocks are rounded.
    package static let secondsTolerated = 0.1

    /// How far over its goal what is legal may be without being encoded anew.
    package static let goalTolerance = 1.5

    /// How long a published URL stays at least: APNs can deliver a stored push for 30 days.
    package static let daysKept = 35

    /// Whether the device shows this kind as it is.
    package static func shows(_ kind: MediaKind) -> Bool {
        table.contains { $0.shown.contains(kind) }
    }

    /// Whether this kind is published as it is.
    package static func publishes(_ kind: MediaKind) -> Bool {
        table.contains { $0.published.contains(kind) }
    }

    /// The cap of a class in bytes; nothing foreign is ever published.
    package static func cap(of mediaClass: MediaClass) -> Int {
        table.first { $0.mediaClass == mediaClass }?.cap ?? 0
    }
}
