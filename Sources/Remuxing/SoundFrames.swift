/// Finds the frames of a file of bare audio, from the first that others follow to the last; what lies before, between
/// and behind them are tags, padding and strays.
struct SoundFrames<Frame> {
    /// Bytes in which the next frame is looked for, as when a tag's length is wrong.
    private static var mostStray: Int { 65_536 }

    let read: (Int) -> Frame?
    let length: (Frame) -> Int
    let goTogether: (Frame, Frame) -> Bool
    /// Whether tags begin here, behind which nothing is looked for.
    let isTail: (Int) -> Bool
    let end: Int

    /// Calls `body` with each frame and its place.
    ///
    /// Reading ends where no frame follows within reach. A last frame that is cut short is left out.
    func forEach(from start: Int, _ body: (Frame, Int) throws(Fault) -> Void) throws(Fault) {
        guard var (frame, position) = first(from: start, like: nil) else {
            throw .corrupt("There is no chain of audio frames")
        }
        guard length(frame) <= end - position else { throw .truncated }
        while length(frame) <= end - position {
            try body(frame, position)
            position += length(frame)
            if isTail(position) { return }
            if let next = read(position), goTogether(next, frame) {
                frame = next
            } else if let (next, place) = first(from: position, like: frame) {
                (frame, position) = (next, place)
            } else {
                return
            }
        }
    }

    /// The next frame that another one follows, or that ends with the file.
    private func first(from start: Int, like other: Frame?) -> (Frame, Int)? {
        guard start < end else { return nil }
        for position in start..<min(end, start + Self.mostStray) {
            guard let frame = read(position), other.map({ goTogether(frame, $0) }) ?? true else { continue }
            let next = position + length(frame)
            if next == end { return (frame, position) }
            if let second = read(next), goTogether(second, frame) { return (frame, position) }
            // A single frame may come first when tags follow it.
            if position == start && other == nil && next < end { return (frame, position) }
        }
        return nil
    }
}
