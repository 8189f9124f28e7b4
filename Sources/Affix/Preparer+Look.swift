internal import AttachmentModel
internal import Fetching
internal import FlowControl
internal import Handover
internal import Workers

/// What a look at a source found out.
struct Find {
    let facts: MediaFacts
    let origin: OriginReport?
    /// `nil` when the file was not fetched whole.
    let digest: String?
}

extension Preparer {
    /// Parts of one file that are fetched by themselves; whoever needs more is served by the whole file.
    private static let mostParts = 8

    /// Fetches what the facts of a source are read from: all of a picture, of a large movie not the samples.
    func look(
        at source: MediaSource, until deadline: inout Deadline, _ clock: inout StageClock
    ) async throws(PreparationError) -> Find {
        clock.begin(.fetch)
        if case .link(let link) = source {
            let survey = try await fetcher.survey(link, until: deadline, onProgress: clock.receiving())
            switch consume survey {
            case .whole(let download):
                return try await settle(download, until: &deadline, &clock)
            case .part(var file):
                if try await completeParts(of: &file, until: deadline) {
                    let turn = try await turns.take(&deadline, clock: &clock)
                    let facts = try await workers.recognize(
                        file.excerpt, within: configuration.budgets, until: deadline)
                    turn.end()
                    var origin = file.origin
                    origin.fetchedBytes = file.excerpt.held.reduce(0) { $0 + $1.count }
                    return Find(facts: facts, origin: origin, digest: nil)
                }
            }
        }
        let download = try await fetcher.fetch(source, until: deadline, onProgress: clock.receiving())
        return try await settle(download, until: &deadline, &clock)
    }

    /// Fetches the parts that a file's structure is still read from; `false` when that leads nowhere.
    private func completeParts(
        of file: inout SurveyedFile, until deadline: Deadline
    ) async throws(PreparationError) -> Bool {
        for _ in 0...Self.mostParts {
            let missing = try await workers.missingPart(
                of: file.excerpt, as: file.kind, within: configuration.budgets, until: deadline)
            guard let missing else { return true }
            guard try await fetcher.extend(&file, by: missing, until: deadline) else { return false }
        }
        return false
    }

    private func settle(
        _ download: borrowing Download, until deadline: inout Deadline, _ clock: inout StageClock
    ) async throws(PreparationError) -> Find {
        let turn = try await turns.take(&deadline, clock: &clock)
        let facts = try await workers.recognize(
            download, settling: true, limits: configuration.limits, within: configuration.budgets, until: deadline)
        turn.end()
        return Find(facts: facts, origin: download.origin, digest: download.digest)
    }
}
