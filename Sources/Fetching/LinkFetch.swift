internal import AttachmentModel
internal import FlowControl
internal import HTTPTransport
internal import Handover

/// One fetch of one link: hop after hop, try after try, all inside one budget.
struct LinkFetch {
    let fetcher: Fetcher
    /// What the caller knows already; an answer that nothing has changed since is then welcome.
    let known: Validator?
    /// The caller's deadline.
    let deadline: Deadline
    let onProgress: Fetcher.Progress

    /// When it would have begun if no host had to be waited for in a queue of our own.
    var start = ContinuousClock.now
    /// The end of the fetch's own time.
    var end: Deadline
    var walk: RedirectWalk
    var retries = RetryPlan()

    init(
        _ link: SourceLink, by fetcher: Fetcher, known: Validator?, until deadline: Deadline,
        _ onProgress: @escaping Fetcher.Progress
    ) {
        self.fetcher = fetcher
        self.known = known
        self.deadline = deadline
        self.onProgress = onProgress
        end = deadline.within(fetcher.configuration.budgets.fetch, from: start)
        walk = RedirectWalk(from: link)
    }

    /// Follows the link to its file.
    mutating func run() async throws(PreparationError) -> Revalidation {
        do throws(PreparationError) {
            let arrival = try await arrive(isSurvey: false)
            if arrival.head.status == 304 { return .unchanged(report(on: arrival)) }
            return .file(try download(arrival))
        } catch {
            throw explained(error)
        }
    }

    /// Follows the link to its file, and takes only the beginning of one whose structure can be read in parts.
    mutating func survey() async throws(PreparationError) -> Survey {
        do throws(PreparationError) {
            let arrival = try await arrive(isSurvey: true)
            guard let (kind, count) = arrival.receiver.surveyed() else { return .whole(try download(arrival)) }
            return .part(
                SurveyedFile(
                    excerpt: try arrival.receiver.finishExcerpt(of: count), kind: kind,
                    origin: report(on: arrival), link: walk.here,
                    etag: Resumption(of: arrival.head, count: count)?.etag))
        } catch {
            throw explained(error)
        }
    }

    private struct Arrival {
        let receiver: LinkReceiver
        let head: HTTPHead
        let firstByte: Duration
    }

    /// Goes from hop to hop until an answer leads no further.
    private mutating func arrive(isSurvey: Bool) async throws(PreparationError) -> Arrival {
        while true {
            let receiver = LinkReceiver(
                host: walk.here.host, limits: fetcher.configuration.limits, room: fetcher.configuration.spools,
                isConditional: known != nil, isSurvey: isSurvey, onProgress: onProgress)
            let (head, firstByte) = try await answer(into: receiver)
            guard head.isRedirect else {
                // What was resumed is reported as it began.
                return Arrival(receiver: receiver, head: receiver.fileHead ?? head, firstByte: firstByte)
            }
            do throws(PreparationError) {
                try walk.follow(head.first("location"))
            } catch {
                throw error.noting("so says a redirect of \(walk.here.host)")
            }
        }
    }

    private func download(_ arrival: Arrival) throws(PreparationError) -> Download {
        try arrival.receiver.finish(attempts: retries.tries, report(on: arrival))
    }

    private func report(on arrival: Arrival) -> OriginReport {
        OriginReport(arrival.head, redirects: walk.redirects, firstByte: arrival.firstByte)
    }
}
