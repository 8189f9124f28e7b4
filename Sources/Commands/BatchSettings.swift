internal import Batching

/// What only `affix batch` is told.
struct BatchSettings: Sendable {
    /// The journal.
    var out: String?
    /// The page about the journal.
    var report: String?
    /// How manifests are written; `nil` to be told by their first line.
    var form: ManifestForm?
    var ordered = false
    var retryRefused = false
    var timeLimit: Duration?
    /// Refused and failed items after which a run stops; 0 is no bound.
    var mostFailures = 0
    /// Percent of the items that may be refused in a run that ends well.
    var refusedLimit = 100.0
}
