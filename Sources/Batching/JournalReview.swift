package import AttachmentModel

/// Reads a journal as it stands in the end: of several lines about one item only the last.
///
/// It holds a piece of the journal at a time, however long that is. Its calls block. While it is there, no run writes.
package final class JournalReview: Sendable {
    private let ledger: Ledger

    init(_ ledger: Ledger) {
        self.ledger = ledger
    }

    // A thread that is about to end may own the ledger for a moment longer: the next run must not find it locked.
    deinit { ledger.unlock() }

    /// The lines that count, from a place on, and the place behind them; `nil` at the end.
    package func piece(from place: Int) throws(PreparationError) -> (lines: [JournalLine], end: Int)? {
        try ledger.lines(from: place)
    }
}
