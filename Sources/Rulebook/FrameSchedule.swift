/// Which frames of an animation are kept, and how long each is shown.
///
/// The whole duration is kept: a frame that is left out gives its time to the one before it.
package struct FrameSchedule: Hashable, Sendable {
    /// One frame that is kept.
    package struct Slot: Hashable, Sendable {
        /// Its place in the source.
        package let frame: Int
        /// How long it is shown, in hundredths of a second.
        package let hundredths: Int
    }

    package let slots: [Slot]

    /// The shortest time that every player keeps to; browsers make a tenth of a second of anything shorter.
    private static let shortest = 2

    /// - Parameters:
    ///   - delays: milliseconds of each frame; 10 or less are shown as 100, as browsers do. Missing ones too.
    ///   - frames: frames there are.
    ///   - pace: only every so many frames are kept.
    package init(delays: [Int], frames: Int, pace: Int = 1) {
        var slots: [Slot] = []
        var elapsed = 0
        var open: (frame: Int, start: Int)?
        for frame in 0..<max(frames, 0) {
            // Rounded where it begins, so that rounding never adds up.
            let start = (elapsed + 5) / 10
            if let kept = open {
                if frame - kept.frame >= pace && start - kept.start >= Self.shortest {
                    slots.append(Slot(frame: kept.frame, hundredths: start - kept.start))
                    open = (frame, start)
                }
            } else {
                open = (frame, start)
            }
            let delay = frame < delays.count ? delays[frame] : 0
            elapsed += delay <= 10 ? 100 : min(delay, 655_350)
        }
        if let kept = open {
            slots.append(Slot(frame: kept.frame, hundredths: max(Self.shortest, (elapsed + 5) / 10 - kept.start)))
        }
        self.slots = slots
    }
}
