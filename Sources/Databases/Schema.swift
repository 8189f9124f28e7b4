/// The tables of a file, as the steps that led to them: a file of any earlier version is brought up to date.
package struct Schema: Sendable {
    private let steps: [String]

    /// - Parameter steps: what each version adds to the one before; never changed once released, only added to.
    package init(_ steps: [String]) {
        self.steps = steps
    }

    /// Does the steps that the file has not seen, all of them or none, whoever else tries the same.
    package func apply(to database: borrowing Database) throws(DatabaseFault) {
        guard try database.schemaVersion() != steps.count else { return }
        try database.atOnce { (database) throws(DatabaseFault) in
            let version = try database.schemaVersion()
            guard version <= steps.count else { throw .newer }
            guard version >= 0 else { throw .nonsense }
            for step in steps[version...] { try database.run(step) }
            try database.run("PRAGMA user_version = \(steps.count)")
        }
    }
}
