internal import AttachmentModel
internal import FlowControl

/// Measures the stages of one preparation, and reports each as it begins.
struct StageClock {
    private let observer: Progress.Observer?
    private let start = ContinuousClock.now
    private var stage: PreparationError.Stage?
    private var stageStart = ContinuousClock.now
    private var timings = StageTimings()

    init(_ observer: Progress.Observer?) {
        self.observer = observer
    }

    /// Ends the stage that runs and begins the next.
    mutating func begin(_ next: PreparationError.Stage) {
        close()
        stage = next
        observer?(Progress(stage: next))
    }

    /// What a fetch reports its bytes to.
    func receiving() -> @Sendable (Int, Int?) -> Void {
        guard let observer else { return { _, _ in } }
        return { received, expected in
            observer(Progress(stage: .fetch, bytesReceived: received, bytesExpected: expected))
        }
    }

    /// Ends the last stage.
    mutating func end() -> StageTimings {
        close()
        timings.total = Self.rounded(start.duration(to: .now))
        return timings
    }

    private mutating func close() {
        let now = ContinuousClock.now
        let spent = Self.rounded(stageStart.duration(to: now))
        stageStart = now
        switch stage {
        case .fetch: timings.fetch = spent
        case .recognize: timings.recognize = spent
        case .render: timings.render = spent
        case .publish: timings.publish = spent
        case .source, .payload, .configuration, nil: break
        }
    }

    /// Milliseconds to a tenth: finer is noise.
    private static func rounded(_ duration: Duration) -> Double {
        (duration.milliseconds * 10).rounded() / 10
    }
}
