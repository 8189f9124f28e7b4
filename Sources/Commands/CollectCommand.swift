internal import Affix
internal import AttachmentModel
internal import Batching

/// Finds, and removes when told to, published files whose time is up: `affix collect`.
struct CollectCommand {
    let settings: Settings
    let line: any PreparationLine
    let console: Console

    func run() async throws(CommandFailure) -> ExitStatus {
        let collection: CollectionReport
        do throws(PreparationError) {
            collection = try await line.collect(removing: settings.delete, verifying: settings.verify)
        } catch {
            throw .problem(error)
        }
        let text = settings.json ? JSONLine.of(collection) : Self.words(collection)
        guard console.output.write(text) != .failed, collection.damaged.isEmpty else { return .machine }
        return .ready
    }

    private static func words(_ collection: CollectionReport) -> String {
        let done = collection.removes ? "removed" : "would be removed"
        var lines = [
            "\(collection.expired) files, \(Humane.bytes(collection.expiredBytes)), \(done)",
            "\(collection.kept) files, \(Humane.bytes(collection.keptBytes)), stay",
        ]
        if collection.forgotten > 0 { lines.append("\(collection.forgotten) answers of the index were forgotten") }
        if collection.expiredOriginals > 0 {
            let bytes = Humane.bytes(collection.expiredOriginalBytes)
            lines.append("\(collection.expiredOriginals) kept originals, \(bytes), \(done)")
        }
        lines += collection.damaged.map { "damaged: " + $0.printable }
        if !collection.removes, collection.expired + collection.expiredOriginals > 0 {
            lines.append("Nothing was touched; --delete removes them.")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
