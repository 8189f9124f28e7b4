/// Which picture of a movie stands for it: the first that shows something, else the one that shows most.
///
/// Movies begin black, or white, or fade in; a still of that says nothing.
struct FrameChoice {
    /// A luma that deviates by so much is more than one colour and its noise; of 255 levels.
    static let leastSpread = 12.0

    private(set) var best: MovieFrame?
    /// Where the best one stands, counted from 1.
    private(set) var number = 0
    private(set) var spread = -1.0
    private var seen = 0

    /// Whether a picture was found that shows something.
    var isLively: Bool { spread > Self.leastSpread }

    mutating func look(at frame: MovieFrame) {
        seen += 1
        let spread = frame.spread
        guard spread > self.spread else { return }
        (best, number, self.spread) = (frame, seen, spread)
    }
}
