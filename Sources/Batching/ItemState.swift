/// How an item of a manifest stands after it was worked on.
package enum ItemState: Int, CaseIterable, Sendable {
    /// Its answer will not change.
    case done = 1
    /// It was refused, because of itself or its host.
    case refused = 2
    /// It failed for a reason that may pass.
    case failed = 3

    /// Reads the status of a journal line; whatever is neither refused nor failed is an answer to build on.
    package init(status: String) {
        switch status {
        case "refused": self = .refused
        case "failed": self = .failed
        default: self = .done
        }
    }
}

/// What is to be done about an item that the journal knows.
enum Resumption: Hashable {
    case work
    case skip

    /// - Parameters:
    ///   - state: how it stands; `nil` when it was never answered.
    ///   - isOfThisRun: whether it was answered in the run that asks: then it stands in the manifest twice.
    init(_ state: ItemState?, isOfThisRun: Bool, retryingRefused: Bool) {
        switch state {
        case nil: self = .work
        case _ where isOfThisRun: self = .skip
        case .done: self = .skip
        case .refused: self = retryingRefused ? .work : .skip
        case .failed: self = .work
        }
    }
}
