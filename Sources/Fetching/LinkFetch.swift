internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
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

    private let start = ContinuousClock.now
    private let end: Deadline
    private var walk: RedirectWalk
    private var retries = RetryPlan()

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

    /// Fetches a part of a file from where it was found; `false` when the host answers with anything else.
    func fetch(_ part: PartReceiver) async throws(PreparationError) -> Bool {
        try await fetcher.hosts.enter(walk.here, until: end)
        do throws(PreparationError) {
            let answer = try await fetcher.transport.perform(try await call(to: walk.here, part.headers), into: part)
            fetcher.hosts.leave(walk.here, after: nil)
            return answer.head.status == 206 && part.isWhole
        } catch {
            fetcher.hosts.leave(walk.here, after: error)
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
            try walk.follow(head.first("location"))
        }
    }

    private func download(_ arrival: Arrival) throws(PreparationError) -> Download {
        try arrival.receiver.finish(attempts: retries.tries, report(on: arrival))
    }

    private func report(on arrival: Arrival) -> OriginReport {
        OriginReport(arrival.head, redirects: walk.redirects, firstByte: arrival.firstByte)
    }

    /// Asks this hop's host until it answers, or until no other try makes sense.
    private mutating func answer(
        into receiver: LinkReceiver
    ) async throws(PreparationError) -> (head: HTTPHead, firstByte: Duration) {
        try fetcher.configuration.egress.judge(hostOf: walk.here)
        var lastProblem: PreparationError?
        while true {
            do throws(PreparationError) {
                try await fetcher.hosts.enter(walk.here, until: end)
            } catch {
                // That the host is now left alone says less than why.
                throw lastProblem ?? error
            }
            do throws(PreparationError) {
                return try await visit(receiver)
            } catch {
                let asked = receiver.lastHead?.askedPause
                guard let pause = retries.pause(after: error, asked: asked, left: end.remaining()),
                    (try? await Task.sleep(for: pause)) != nil
                else { throw error }
                lastProblem = error
            }
        }
    }

    /// One exchange with this hop's host, whose turn it has; the turn ends with it.
    private func visit(
        _ receiver: LinkReceiver
    ) async throws(PreparationError) -> (head: HTTPHead, firstByte: Duration) {
        let link = walk.here
        do throws(PreparationError) {
            let visitStart = ContinuousClock.now
            let conditions = receiver.nextResumption()?.headers ?? known?.conditions ?? []
            let call = try await call(to: link, conditions)
            let answer = try await fetcher.transport.perform(call, into: receiver)
            fetcher.hosts.leave(link, after: nil)
            return (answer.head, start.duration(to: visitStart) + .milliseconds(answer.firstByteMilliseconds))
        } catch {
            fetcher.hosts.leave(link, after: error, asked: receiver.lastHead?.askedPause)
            throw error
        }
    }

    private func call(
        to link: SourceLink, _ conditions: [HTTPHead.Header]
    ) async throws(PreparationError) -> HTTPCall {
        let configuration = fetcher.configuration
        let addresses = try await configuration.resolver.addresses(
            of: link.host, until: end.within(configuration.budgets.name))
        try configuration.egress.judge(addresses, for: link)
        return HTTPCall(
            url: link.text, host: link.host, port: link.port, addresses: addresses,
            userAgent: configuration.userAgent,
            headers: configuration.hostHeaders.headers(for: link) + conditions, caFile: configuration.caFile,
            budgets: configuration.budgets, deadline: end)
    }

    /// The problem with what a person needs to place it.
    private func explained(_ problem: PreparationError) -> PreparationError {
        // Whichever budget ran out first, once the whole time is up that is the reason.
        if problem.code.isTimeBudget, end.hasPassed() {
            return deadline.hasPassed()
                ? PreparationError(.deadline, detail: problem.code.text, stage: .fetch)
                : PreparationError(.fetchTimeoutTotal, detail: problem.code.text)
        }
        var problem = problem
        if retries.tries > 1 { problem = problem.noting("tried \(retries.tries) times") }
        if walk.links.count > 1 { problem = problem.noting("a redirect from \(walk.links[0].host) led there") }
        return problem
    }
}

extension PreparationError.Code {
    /// Whether it says that one of the budgets of a fetch was used up.
    fileprivate var isTimeBudget: Bool {
        [.fetchTimeoutName, .fetchTimeoutConnect, .fetchTimeoutFirstByte, .fetchTimeoutTotal, .fetchStalled]
            .contains(self)
    }
}

extension HTTPHead {
    /// How long the host asks to be left alone, by this machine's clock where its own is not told.
    fileprivate var askedPause: Duration? {
        retryAfter(now: Int(Date.now.timeIntervalSince1970))
    }
}

extension Validator {
    /// What asks a host for the file only if it has changed.
    fileprivate var conditions: [HTTPHead.Header] {
        [
            etag.map { .init(name: "If-None-Match", value: $0) },
            lastModified.map { .init(name: "If-Modified-Since", value: $0) },
        ]
        .compactMap { $0 }
    }
}
