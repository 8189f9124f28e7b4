package import AttachmentModel

/// Reads a journal as it stands in the end: of several lines about one item only the last.
///
/// It holds a piece of the journal at a time, however long that is. Its calls block.
package final class JournalReview: Sendable {
    private let ledger: Ledger

    /// Opens a journal; nothing is done to it.
    ///
    /// - Throws: `overloaded` while a run is at work on it.
    package init(of journal: String) throws(PreparationError) {
        ledger = try Ledger(at: journal, retryingRefused: false)
    }

    /// The next lines that count, from a place on, and the place behind them; `nil` at the end.
    package func piece(from place: Int) throws(PreparationError) -> (lines: [JournalLine], end: Int)? {
        try ledger.lines(from: place)
    }
}
