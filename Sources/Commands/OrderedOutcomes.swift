/// Puts outcomes that come in any order back into the order of their sources.
struct OrderedOutcomes {
    private var next = 0
    private var early: [Int: Outcome] = [:]

    /// Takes the outcome of one source; gives those that can be delivered now, in order.
    mutating func take(_ outcome: Outcome, of index: Int) -> [Outcome] {
        early[index] = outcome
        var ready: [Outcome] = []
        while let outcome = early.removeValue(forKey: next) {
            ready.append(outcome)
            next += 1
        }
        return ready
    }
}
