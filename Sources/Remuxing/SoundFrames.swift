internal import ForeignBytes

/// Finds the frames of a file of bare audio, from the first that others follow to the last; what lies before, between
/// and behind them are tags, padding and strays.
struct SoundFrames {
    /// Bytes in which the next frame is looked for, as when a tag's length is wrong.
    private static let mostStray = 65_536

    let file: ByteWindow
    /// Whether frames are such as this file is made of.
    let isWanted: (AudioFrame) -> Bool

    /// Calls `body` with each frame and its place.
    ///
    /// Reading ends where no frame follows within reach. A last frame that is cut short is left out.
    func forEach(_ body: (AudioFrame, Int) throws(Fault) -> Void) throws(Fault) {
        guard var (frame, position) = first(from: ID3Tag.framesBegin(in: file), like: nil) else {
            throw .corrupt("There is no chain of audio frames")
        }
        guard frame.length <= file.count - position else { throw .truncated }
        while frame.length <= file.count - position {
            try body(frame, position)
            position += frame.length
            if ID3Tag.isTail(at: position, in: file) { return }
            if let next = read(position), next.goes(with: frame) {
                frame = next
            } else if let (next, place) = first(from: position, like: frame) {
                (frame, position) = (next, place)
            } else {
                return
            }
        }
    }

    private func read(_ position: Int) -> AudioFrame? {
        AudioFrame(at: position, in: file).flatMap { isWanted($0) ? $0 : nil }
    }

    /// The next frame that another one follows, or that ends with the file.
    private func first(from start: Int, like other: AudioFrame?) -> (AudioFrame, Int)? {
        guard start < file.count else { return nil }
        for position in start..<min(file.count, start + Self.mostStray) {
            guard let frame = read(position), other.map({ frame.goes(with: $0) }) ?? true else { continue }
            let next = position + frame.length
            if next == file.count { return (frame, position) }
            if let second = read(next), second.goes(with: frame) { return (frame, position) }
            // A single frame may come first when tags follow it.
            if position == start && other == nil && next < file.count { return (frame, position) }
        }
        return nil
    }
}
