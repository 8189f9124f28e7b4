internal import AttachmentModel
internal import Fetching
internal import FlowControl
internal import Foundation
internal import Handover

/// Fetches lists of links and says how long it took: the fetcher's side of `scripts/bench fetch`.
///
///     fetch-list STATE WIDTH LIST [BESIDE]
///
/// LIST is fetched `WIDTH` at a time. The links of BESIDE are begun before, all at once, run beside it and are called
/// off in the end. Hosts on 127.0.0.0/8 may be reached.
@main
struct FetchList {
    static func main() async throws {
        let words = CommandLine.arguments
        guard (4...5).contains(words.count), let width = Int(words[2]) else { throw Misuse() }
        let fetcher = Fetcher(
            Fetcher.Configuration(
                budgets: budgets, egress: try EgressPolicy(allowAddresses: ["127.0.0.0/8"], allowPorts: [80]),
                userAgent: "fetch-list",
                manners: Manners(transfersPerHost: 10_000, startsPerSecond: 0),
                spools: SpoolRoom(folder: words[1], bytes: 4_000_000_000)))
        let beside = Crowd(words.count > 4 ? try links(in: words[4]) : [], fetcher)
        await beside.haveBegun()
        let tally = await fetch(try links(in: words[3]), width, fetcher)
        beside.end()
        print(#"{"ready": \#(tally.ready), "seconds": \#(tally.seconds), "beside": \#(beside.count)}"#)
        guard tally.problems.isEmpty else { throw tally.problems[0] }
    }

    private struct Misuse: Error {}

    /// Wide enough for a crowd that lasts as long as the bench does.
    private static var budgets: StageBudgets {
        var budgets = StageBudgets()
        budgets.fetch = .seconds(300)
        return budgets
    }

    private static func links(in file: String) throws -> [String] {
        try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private struct Tally {
        var ready = 0
        var problems: [PreparationError] = []
        var seconds = 0.0
    }

    private static func fetch(_ links: [String], _ width: Int, _ fetcher: Fetcher) async -> Tally {
        var tally = Tally()
        let start = ContinuousClock.now
        await withTaskGroup(of: PreparationError?.self) { group in
            var waiting = links[...]
            for link in waiting.prefix(width) { group.addTask { await problem(link, fetcher) } }
            waiting = waiting.dropFirst(width)
            for await problem in group {
                if let problem { tally.problems.append(problem) } else { tally.ready += 1 }
                if let link = waiting.popFirst() { group.addTask { await Self.problem(link, fetcher) } }
            }
        }
        tally.seconds = (ContinuousClock.now - start) / .seconds(1)
        return tally
    }

    static func problem(
        _ link: String, _ fetcher: Fetcher, onProgress: @escaping Fetcher.Progress = { _, _ in }
    ) async -> PreparationError? {
        do throws(PreparationError) {
            _ = try await fetcher.fetch(.link(link), until: Deadline(in: .seconds(300)), onProgress: onProgress)
            return nil
        } catch {
            return error
        }
    }
}
