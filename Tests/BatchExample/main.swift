import Affix
import AttachmentModel
import Batching

var configuration = PreparerConfiguration()
configuration.baseURL = "https://cdn.example.com/push"
configuration.remembers = true  // what has not changed since the last night is not rendered again
let batch = try Batch(Batch.Configuration(journal: "results.jsonl"), with: configuration)
let end = try await batch.run(Manifest(["products.csv"])) { notice in
    if case .badLine(let entry, let problem) = notice { print("\(entry.place): \(problem.message)") }
}
print("\(end.tally.ready) ready, \(end.tally.refused) refused, \(end.tally.failed) to be tried again")
