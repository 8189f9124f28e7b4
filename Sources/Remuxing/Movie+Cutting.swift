internal import ForeignBytes

extension Movie {
    /// How much before the end that is asked for a movie may end, so that it does at a key frame.
    private static let patience = 0.5

    /// Ends the movie after so many seconds, or up to half a second earlier: where a picture begins that can be decoded
    /// by itself, so that nothing before it refers to what is gone.
    mutating func cut(after seconds: Double) throws(Fault) {
        let clocks = try tracks.map { track throws(Fault) in try ShownClock(of: track, movieScale: scale) }
        var end = seconds
        // A picture that ends by itself before that stays as it is: only sound goes on.
        if let index = tracks.firstIndex(where: \.isPicture), length(of: tracks[index]) > seconds {
            let clock = clocks[index]
            let range = clock.ticks(seconds - Self.patience)...clock.ticks(seconds)
            guard let key = tracks[index].samples.lastKey(shownIn: range) else {
                throw .unsupported("No key frame lies close before the end of what is shown")
            }
            end = clock.seconds(key.time)
            tracks[index].samples.keepFirst(key.index)
        }
        for (index, clock) in clocks.enumerated() {
            let media = clock.ticks(end)
            if !tracks[index].isPicture { tracks[index].samples.keepFirst(tracks[index].samples.count(before: media)) }
            tracks[index].edits.end(at: EditList.scaled(media - clock.start, from: clock.scale, to: scale))
        }
        tracks.removeAll { $0.samples.count == 0 }
        cutSeconds = (end * 10).rounded() / 10
    }

    /// Seconds that a track is shown for.
    private func length(of track: MovieTrack) -> Double {
        Double(shown(track)) / Double(scale)
    }
}
