/// Inputs that killed a worker, and are refused for a while once they have killed a second one.
///
/// It knows them by digest. Strangers choose what comes, so only the latest are remembered.
struct PoisonList {
    typealias Instant = ContinuousClock.Instant

    private struct Record {
        var deaths: Int
        var last: Instant
    }

    static let deathsBeforeRefusal = 2
    static let refusal: Duration = .seconds(600)
    static let mostRecords = 1_024

    private var records: [String: Record] = [:]

    /// Whether the input is not to be opened again yet.
    func refuses(_ digest: String, at now: Instant) -> Bool {
        guard let record = records[digest], record.last + Self.refusal > now else { return false }
        return record.deaths >= Self.deathsBeforeRefusal
    }

    /// A worker died over this input.
    mutating func note(_ digest: String, at now: Instant) {
        if records.count >= Self.mostRecords, records[digest] == nil,
            let oldest = records.min(by: { $0.value.last < $1.value.last })?.key
        {
            records[oldest] = nil
        }
        var record = records[digest] ?? Record(deaths: 0, last: now)
        // After a refusal has run out an input begins anew.
        if record.last + Self.refusal <= now { record.deaths = 0 }
        record.deaths += 1
        record.last = now
        records[digest] = record
    }
}
