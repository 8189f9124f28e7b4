import AttachmentModel
import Push

/// What the tests attach.
enum Samples {
    /// The 1st of September 2026.
    static let now = 1_788_220_800
    /// 35 days later.
    static let expires = now + 35 * 86_400

    static func facts(_ kind: MediaKind, _ bytes: Int, _ width: Int?, _ height: Int?) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: bytes)
        facts.width = width
        facts.height = height
        return facts
    }

    static func rendition(_ name: String, _ facts: MediaFacts, clip: CropRectangle? = nil) -> PushMedia.Rendition {
        PushMedia.Rendition(
            url: "https://cdn.example.com/push/\(name).\(facts.kind.fileExtension)", digest: name, facts: facts,
            clip: clip)
    }

    /// A square picture.
    static let picture = PushMedia(main: rendition("aa11", facts(.jpeg, 144_519, 1024, 1024)), expires: expires)

    /// A banner with a smaller square.
    static let banner = PushMedia(
        main: rendition(
            "bb22", facts(.png, 61_393, 1024, 512), clip: CropRectangle(x: 0.25, y: 0, width: 0.5, height: 1)),
        variants: [rendition("cc33", facts(.jpeg, 46_287, 512, 512))], expires: expires)

    static let movie = PushMedia(main: rendition("dd44", facts(.mp4, 2_000_000, 640, 360)), expires: expires)

    static func message(_ media: PushMedia? = picture, _ presets: [PayloadPreset] = [.native]) -> PushMessage {
        var message = PushMessage()
        message.aps.alert = APS.Alert(title: "New in your basket", body: "Six roses, ready to be sent.")
        message.media = media
        message.presets = presets
        return message
    }

    static func preset(_ name: String) -> PayloadPreset {
        PayloadPreset.known.first { $0.name == name } ?? .native
    }

    static func lint(_ document: String, _ change: (inout PayloadLinter) -> Void = { _ in }) -> PayloadLinter.Report {
        var linter = PayloadLinter(now: now)
        change(&linter)
        return linter.report(on: Array(document.utf8))
    }
}

/// A generator that gives the same numbers in every run (SplitMix64).
struct SteadyGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
