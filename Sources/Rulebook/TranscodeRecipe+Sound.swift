internal import AttachmentModel

extension TranscodeRecipe.Sound {
    /// Bits a second that are chosen from, the best first.
    private static let rates = [160_000, 128_000, 112_000, 96_000, 80_000, 64_000, 48_000, 32_000]
    /// Below this, two channels sound worse than one.
    private static let leastOfStereo = 48_000

    /// The lowest of them: below it speech is hard to follow.
    static let lowest = rates[rates.count - 1]

    var isLowest: Bool { bits <= Self.lowest }

    /// Whether a sound can be brought under a cap at the lowest rate.
    static func fits(_ seconds: Double, under cap: Int) -> Bool {
        Double(lowest) * seconds <= TranscodeRecipe.payload * Double(cap) * 8
    }

    /// A sound by itself, at the rate that its goal allows.
    init(_ track: TrackFacts?, seconds: Double, goal: Int) {
        let allowed = TranscodeRecipe.payload * Double(goal) * 8 / max(seconds, 0.1)
        self.init(track, most: Int(min(allowed, 1e9)))
    }

    /// The sound of a movie: a tenth of what there is for both, within bounds.
    init(_ track: TrackFacts?, besidePictureFor seconds: Double, goal: Int) {
        let all = TranscodeRecipe.payload * Double(goal) * 8 / max(seconds, 0.1)
        self.init(track, most: Int(min(max(all / 10, 48_000), 128_000)))
    }

    private init(_ track: TrackFacts?, most: Int) {
        let source = track?.channels ?? 2
        // One channel needs no more than 96 kb/s.
        let bits = Self.rates.first { $0 <= most && (source > 1 || $0 <= 96_000) } ?? Self.lowest
        self.bits = bits
        isCopied = false
        channels = source > 1 && bits >= Self.leastOfStereo ? 2 : 1
        // The rates of the source's own family, so that it is divided evenly.
        sampleRate = (track?.sampleRate ?? 48_000) % 11_025 == 0 ? 44_100 : 48_000
    }
}
