internal import Affix
internal import AttachmentModel

/// What the live line says, and when it is worth saying it again.
struct LiveLineState {
    /// At most ten times a second: more cannot be read, and costs time over slow lines.
    private static let interval = Duration.milliseconds(100)

    private let sources: Int
    private var running: [Int: Progress] = [:]
    private var finished = 0
    private var isShown = false
    private var lastDrawn: ContinuousClock.Instant?

    init(sources: Int) {
        self.sources = sources
    }

    /// Notes a report; gives the text to draw, unless one was drawn just now.
    mutating func report(_ progress: Progress, of source: Int, at now: ContinuousClock.Instant) -> String? {
        let isNewStage = running[source]?.stage != progress.stage
        running[source] = progress
        if let lastDrawn, lastDrawn.duration(to: now) < Self.interval, !(isNewStage && sources == 1) { return nil }
        lastDrawn = now
        isShown = true
        return sources == 1 ? Self.words(progress) : summary
    }

    mutating func finish(_ source: Int) {
        running[source] = nil
        finished += 1
    }

    /// Notes that the line is cleared; `false` when there was none.
    mutating func erase() -> Bool {
        lastDrawn = nil
        defer { isShown = false }
        return isShown
    }

    private static func words(_ progress: Progress) -> String {
        if let encoded = progress.encoded { return "encoding … \(Int(min(max(encoded, 0), 1) * 100)) %" }
        guard progress.bytesReceived > 0 else { return progress.stage.words + " …" }
        let expected = progress.bytesExpected.map { " of " + Humane.bytes($0) } ?? ""
        return "\(progress.stage.words) … \(Humane.bytes(progress.bytesReceived))\(expected)"
    }

    private var summary: String {
        let received = running.values.reduce(0) { $0 &+ $1.bytesReceived }
        let stages = PreparationError.Stage.allCases.compactMap { stage in
            let count = running.values.count { $0.stage == stage }
            return count > 0 ? "\(count) \(stage.words)" : nil
        }
        return "\(finished) of \(sources) done, "
            + (stages + (received > 0 ? [Humane.bytes(received)] : [])).joined(separator: ", ")
    }
}
