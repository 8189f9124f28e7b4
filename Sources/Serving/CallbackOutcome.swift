internal import AttachmentModel

/// What comes of one try to tell somebody of the end of a job.
enum CallbackOutcome: Equatable, Sendable {
    case delivered
    /// Whoever it was is no longer there: 410.
    case gone
    /// The same would be refused again, by the other side or by our own rules.
    case refused
    case again(after: Duration)
    /// The last try has failed.
    case abandoned

    /// Pauses before further tries: five of them in about ten minutes, longer than most restarts and deployments take.
    private static let pauses: [Duration] = [.seconds(10), .seconds(30), .seconds(120), .seconds(420)]
    /// However long somebody asks to be left alone.
    private static let longestPause = Duration.seconds(3_600)

    /// What an answer means.
    ///
    /// - Parameters:
    ///   - tries: those before it.
    ///   - asked: how long the other side asks to be left alone.
    init(status: Int, asked: Duration?, tries: Int) {
        switch status {
        case 200..<300: self = .delivered
        case 410: self = .gone
        // They say that it is only now that it cannot be taken.
        case 408, 425, 429, 500...: self = Self.again(tries, asked)
        // A redirect among them: where it leads nobody has judged.
        default: self = .refused
        }
    }

    /// What it means that no answer came.
    init(_ problem: PreparationError, tries: Int) {
        self = problem.blame == .caller ? .refused : Self.again(tries, nil)
    }

    private static func again(_ tries: Int, _ asked: Duration?) -> CallbackOutcome {
        guard pauses.indices.contains(tries) else { return .abandoned }
        return .again(after: max(pauses[tries], min(asked ?? .zero, longestPause)))
    }

    /// What it counts as.
    var word: String {
        switch self {
        case .delivered: "delivered"
        case .gone: "gone"
        case .refused: "refused"
        case .again: "put-off"
        case .abandoned: "abandoned"
        }
    }
}
