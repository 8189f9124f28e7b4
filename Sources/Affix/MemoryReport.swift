/// What the index holds.
public struct MemoryReport: Hashable, Sendable {
    /// Where it is: a file, or a bucket of the fleet's queue.
    public var path: String
    /// Its size.
    public var bytes: Int
    /// Receipts that are given again when their sources have not changed.
    public var receipts: Int
    /// Refusals.
    public var refusals: Int
    /// Answers under other versions of the rules.
    public var stale: Int
    /// Receipts that hold without asking the host.
    public var fresh: Int
    /// Published files that are not there, or whose bytes are not those of their names; looked for only when asked to.
    public var missing: [String]
    /// What is wrong with the file of the index itself; looked for only when asked to.
    public var faults: [String]

    /// Makes a report.
    public init(
        path: String, bytes: Int, receipts: Int, refusals: Int, stale: Int, fresh: Int, missing: [String],
        faults: [String]
    ) {
        self.path = path
        self.bytes = bytes
        self.receipts = receipts
        self.refusals = refusals
        self.stale = stale
        self.fresh = fresh
        self.missing = missing
        self.faults = faults
    }

    /// Whether nothing is missing, damaged or at fault.
    public var isGood: Bool { missing.isEmpty && faults.isEmpty }
}
