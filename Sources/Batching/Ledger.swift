internal import AttachmentModel
internal import Databases
internal import FoundationEssentials
internal import Synchronization

/// The journal and what is known of it, for one run; its calls block.
final class Ledger: Sendable {
    /// What is to be done about a job.
    enum Decision: Sendable {
        case work
        /// It was answered by an earlier run, so.
        case skip(ItemState)
        /// It was answered in this run: it stands in the manifests twice.
        case `repeat`
        /// The same source was prepared in this run under another name.
        case copy(BatchAnswer)
    }

    private struct State: ~Copyable {
        var journal: Journal
        var done: DoneSet
        var isSettled = true
    }

    /// What was found and put right when it was opened; for people.
    let remarks: [String]
    private let retryingRefused: Bool
    private let state: Mutex<State>

    init(at path: String, retryingRefused: Bool) throws(PreparationError) {
        let journal = try Journal(at: path)
        var remarks: [String] = []
        if journal.torn > 0 { remarks.append("The last line of \(path) was torn; its item is done again") }
        let done: DoneSet
        do throws(DatabaseFault) {
            done = try DoneSet.open(beside: path, journal)
        } catch {
            throw Self.problem(error)
        }
        guard !done.isOfLater else {
            throw PreparationError(
                .configurationInvalid, "A later version of affix has written to \(path), and nothing was added to it",
                advice: "Use that version, or name another file with --out")
        }
        if done.unreadable > 0 { remarks.append("\(done.unreadable) lines of \(path) are not affix's and say nothing") }
        self.remarks = remarks
        self.retryingRefused = retryingRefused
        state = Mutex(State(journal: journal, done: done))
    }

    /// Looks up what is to be done about each job.
    func decisions(on jobs: [BatchJob]) throws(PreparationError) -> [Decision] {
        try withState { (state) throws(DatabaseFault) in
            var decisions: [Decision] = []
            for job in jobs {
                let known = try state.done.state(of: job.key)
                let resumption = Resumption(
                    known?.state, isOfThisRun: known?.isOfThisRun ?? false, retryingRefused: retryingRefused)
                if resumption == .skip, let known {
                    decisions.append(known.isOfThisRun ? .repeat : .skip(known.state))
                    continue
                }
                let place = try job.work.flatMap { (work) throws(DatabaseFault) in try state.done.place(of: work) }
                let line = place.flatMap { place in
                    let bytes = state.journal.bytes(at: place.at, count: place.count)
                    return try? JSONDecoder().decode(JournalLine.self, from: Data(bytes))
                }
                decisions.append(line.map { .copy($0.answer) } ?? .work)
            }
            return decisions
        }
    }

    /// The lines from a place on that count, about a megabyte of the journal, and the place behind them; `nil` at its end.
    func lines(from place: Int) throws(PreparationError) -> (lines: [JournalLine], end: Int)? {
        try withState { (state) throws(DatabaseFault) in
            guard place < state.journal.end else { return nil }
            let decoder = JSONDecoder()
            var lines: [JournalLine] = []
            let end = try state.journal.forEachLine(from: place, upTo: 1 << 20) {
                (bytes, start) throws(DatabaseFault) in
                guard let line = try? decoder.decode(JournalLine.self, from: Data(bytes)),
                    try state.done.place(ofItem: line.item) == start
                else { return }
                lines.append(line)
            }
            // A journal that somebody shortens meanwhile ends here.
            return end > place ? (lines, end) : nil
        }
    }

    /// Writes the line of a job.
    func append(_ line: String, of job: BatchJob, _ answer: BatchAnswer) throws(PreparationError) {
        let outcome = state.withLock { (state) -> Result<Void, PreparationError> in
            Result { () throws(PreparationError) in
                let place = try state.journal.append(line)
                state.isSettled = false
                do throws(DatabaseFault) {
                    try state.done.note(
                        job.key, ItemState(status: answer.status), work: job.work, at: place, count: line.utf8.count)
                } catch {
                    throw Self.problem(error)
                }
            }
        }
        try outcome.get()
    }

    /// Makes everything so far outlive a power cut.
    func settle() throws(PreparationError) {
        let outcome = state.withLock { (state) -> Result<Void, PreparationError> in
            Result { () throws(PreparationError) in
                guard !state.isSettled else { return }
                try state.journal.settle()
                do throws(DatabaseFault) {
                    try state.done.commit(state.journal)
                } catch {
                    throw Self.problem(error)
                }
                state.isSettled = true
            }
        }
        try outcome.get()
    }

    /// Leaves the record beside the journal as one file; nothing may be written any more, but read.
    func finish() {
        state.withLock { $0.done.finish() }
    }

    /// Lets other runs have the journal.
    func unlock() {
        state.withLock { $0.journal.unlock() }
    }

    private func withState<Value: Sendable>(
        _ body: (inout State) throws(DatabaseFault) -> Value
    ) throws(PreparationError) -> Value {
        let outcome = state.withLock { (state) -> Result<Value, DatabaseFault> in
            Result { () throws(DatabaseFault) in try body(&state) }
        }
        do throws(DatabaseFault) {
            return try outcome.get()
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ fault: DatabaseFault) -> PreparationError {
        guard !fault.isFull else {
            return PreparationError(.publishNoSpace, "The disk of the journal is full", detail: fault.words)
        }
        return PreparationError(
            .publishFailed, "The record of finished items beside the journal cannot be used", detail: fault.words)
    }
}
