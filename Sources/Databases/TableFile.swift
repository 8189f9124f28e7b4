internal import Synchronization

/// A file of tables and what its owner has made ready for it, lent to one caller at a time.
///
/// Whatever goes wrong is told in the owner's own errors.
package final class TableFile<Lent: ~Copyable & Sendable, Failure: Error>: Sendable {
    private let lent: Mutex<Lent>
    private let inWords: @Sendable (DatabaseFault) -> Failure

    /// Opens or makes the file and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - patience: how long one call waits while another process writes.
    ///   - inWords: says what went wrong.
    ///   - make: makes ready what is lent, such as statements.
    package init(
        at path: String, _ schema: Schema, patience: Duration = .seconds(5),
        inWords: @escaping @Sendable (DatabaseFault) -> Failure,
        _ make: (consuming Database) throws(DatabaseFault) -> Lent
    ) throws(Failure) {
        do throws(DatabaseFault) {
            let database = try Database(at: path, patience: patience)
            try schema.apply(to: database)
            lent = Mutex(try make(database))
        } catch {
            throw inWords(error)
        }
        self.inWords = inWords
    }

    /// Lends it; blocks while somebody else has it.
    package func with<Value: Sendable>(
        _ body: (inout Lent) throws(DatabaseFault) -> Value
    ) throws(Failure) -> Value {
        let outcome = lent.withLock { (lent) -> Result<Value, DatabaseFault> in
            Result { () throws(DatabaseFault) in try body(&lent) }
        }
        do throws(DatabaseFault) {
            return try outcome.get()
        } catch {
            throw inWords(error)
        }
    }
}
