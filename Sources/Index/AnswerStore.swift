/// Where answers are remembered across runs: a file on one machine, or a bucket that a fleet shares.
///
/// Its calls block. An older affix neither gives nor destroys what a newer one has remembered in a form of its own.
package protocol AnswerStore: Sendable {
    /// Where it is, as it may be shown.
    var place: String { get }
    /// What it takes.
    var bytes: Int { get throws(IndexFault) }

    /// What is remembered under a key.
    func entry(for key: IndexKey) throws(IndexFault) -> IndexEntry?
    /// Remembers an answer in place of what was known.
    func put(_ entry: IndexEntry, for key: IndexKey) throws(IndexFault)
    /// Until when a published file must stay, in seconds since 1970; `nil` when nothing speaks of it.
    func keepUntil(digest: String) throws(IndexFault) -> Int?
    /// Forgets what nobody has asked for until an instant, in seconds since 1970; gives how many answers that were.
    func forget(before instant: Int) throws(IndexFault) -> Int
    /// What is remembered of sources and of bytes, those of a source as well as published ones.
    func rows(about keys: [BlockKey]) throws(IndexFault) -> [IndexRow]
    /// What is remembered of a published file, at a cost that does not grow with the store.
    func rows(publishing digest: String) throws(IndexFault) -> [IndexRow]
    /// Forgets what was found so.
    func forget(_ rows: [IndexRow]) throws(IndexFault)
    /// Lends every row.
    func forEach(_ body: (IndexRow) -> Void) throws(IndexFault)
    /// What is wrong with the store itself.
    func integrityFaults() throws(IndexFault) -> [String]
}
