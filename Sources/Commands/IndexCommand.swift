internal import Affix
internal import AttachmentModel
internal import Batching

/// Shows, exports and verifies what is remembered: `affix index`.
struct IndexCommand {
    let settings: Settings
    let line: any PreparationLine
    let console: Console

    func run() async throws(CommandFailure) -> ExitStatus {
        let (output, exports) = (console.output, settings.json)
        let report: MemoryReport
        do throws(PreparationError) {
            report = try await line.examineMemory(verifying: settings.verify) { answer in
                if exports { _ = output.write(JSONLine.of(answer)) }
            }
        } catch {
            throw .problem(error)
        }
        // An export is nothing but answers: what else there is to say goes to people.
        let verdict = (settings.verify ? place(report).text() : "") + faults(report)
        let written = exports ? console.error.write(verdict) : output.write(words(report))
        return written == .failed || !report.isGood ? .machine : .ready
    }

    /// Which index was looked at, as that of a fleet is another than that of the state folder, and on which shelf.
    private func place(_ report: MemoryReport) -> Rows {
        var rows = Rows()
        rows.add("index", "\(report.path), \(Humane.bytes(report.bytes))")
        if settings.verify { rows.add("shelf", settings.preparer.shelf) }
        return rows
    }

    private func words(_ report: MemoryReport) -> String {
        var rows = place(report)
        rows.add("receipts", "\(report.receipts), of which \(report.fresh) hold without asking the host")
        rows.add("refusals", "\(report.refusals)")
        rows.add("stale", "\(report.stale), made by other rules and never given again")
        if settings.verify, report.isGood {
            rows.add("verified", "every file of theirs is there, and as its name says")
        }
        return rows.text() + faults(report)
    }

    private func faults(_ report: MemoryReport) -> String {
        (report.faults.map { "fault: " + $0.printable } + report.missing.map { "missing or damaged: " + $0.printable })
            .map { $0 + "\n" }.joined()
    }
}
