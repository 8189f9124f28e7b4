internal import ForeignBytes

/// When the ticks of a track are shown, for a track that is shown from some point on and in one piece.
struct ShownClock {
    /// Ticks of a second.
    let scale: Int
    /// The tick that is shown first.
    let start: Int
    /// Seconds before that.
    private let pause: Double

    init(of track: MovieTrack, movieScale: Int) throws(Fault) {
        scale = track.media.scale
        let shown = track.edits.edits.filter { $0.start >= 0 }
        let pauses = track.edits.edits.prefix { $0.start < 0 }
        guard shown.count <= 1, pauses.count + shown.count == track.edits.edits.count,
            shown.allSatisfy({ $0.rate == 1 << 16 })
        else { throw .unsupported("The track is put together from several pieces") }
        start = shown.first?.start ?? 0
        pause = pauses.reduce(0) { $0 + Double($1.duration) } / Double(movieScale)
    }

    func ticks(_ seconds: Double) -> Int { start + Ticks.whole((seconds - pause) * Double(scale)) }

    func seconds(_ ticks: Int) -> Double { Double(ticks - start) / Double(scale) + pause }
}
