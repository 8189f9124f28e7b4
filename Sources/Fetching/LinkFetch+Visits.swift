internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import HTTPTransport

/// What happens between one hop and its host.
extension LinkFetch {
    /// Asks this hop's host until it answers, or until no other try makes sense.
    mutating func answer(
        into receiver: LinkReceiver
    ) async throws(PreparationError) -> (head: HTTPHead, firstByte: Duration) {
        var lastProblem: PreparationError?
        while true {
            do throws(PreparationError) {
                try await takeTurn()
            } catch {
                // That the host is now left alone says less than why.
                if lastProblem != nil { retries.withdraw() }
                throw lastProblem ?? error
            }
            do throws(PreparationError) {
                let outcome = try await visit(receiver)
                fetcher.hosts.leave(walk.here, after: nil)
                return outcome
            } catch {
                let asked = receiver.lastHead?.askedPause
                let pause = retries.pause(after: error, asked: asked, left: end.remaining())
                // Only what stays a failure counts against the host.
                fetcher.hosts.leave(walk.here, after: error, isFinal: pause == nil, asked: asked)
                guard let pause, (try? await Task.sleep(for: pause)) != nil else {
                    throw asked.map { error.retryable(after: $0) } ?? error
                }
                lastProblem = error
            }
        }
    }

    /// Waits until this hop's host may be visited; that time is not taken off the fetch's own.
    private mutating func takeTurn() async throws(PreparationError) {
        let asked = ContinuousClock.now
        try await fetcher.hosts.enter(walk.here, until: deadline)
        start += asked.duration(to: .now)
        end = deadline.within(fetcher.configuration.budgets.fetch, from: start)
    }

    /// One exchange with this hop's host.
    private func visit(
        _ receiver: LinkReceiver
    ) async throws(PreparationError) -> (head: HTTPHead, firstByte: Duration) {
        let visitStart = ContinuousClock.now
        let conditions = receiver.nextResumption()?.headers ?? known?.conditions ?? []
        let answer = try await fetcher.transport.perform(try await call(to: walk.here, conditions), into: receiver)
        if !answer.head.isRedirect { try receiver.checkWhole() }
        return (answer.head, start.duration(to: visitStart) + .milliseconds(answer.firstByteMilliseconds))
    }

    /// The request to a link, after its host and all that this resolves to were judged: nothing is asked without it.
    private func call(
        to link: SourceLink, _ conditions: [HTTPHead.Header]
    ) async throws(PreparationError) -> HTTPCall {
        let configuration = fetcher.configuration
        let addresses = try await fetcher.judgedAddresses(of: link, until: end)
        return HTTPCall(
            url: link.text, host: link.host, port: link.port, addresses: addresses,
            userAgent: configuration.userAgent,
            headers: configuration.hostHeaders.headers(for: link) + conditions, caFile: configuration.caFile,
            budgets: configuration.budgets, deadline: end)
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
}

extension HTTPHead {
    /// How long the host asks to be left alone, by this machine's clock where its own is not told.
    fileprivate var askedPause: Duration? {
        retryAfter(now: Int(Date.now.timeIntervalSince1970))
    }
}

extension Validator {
    /// What asks a host for the file only if it has changed.
    var conditions: [HTTPHead.Header] {
        [
            etag.map { .init(name: "If-None-Match", value: $0) },
            lastModified.map { .init(name: "If-Modified-Since", value: $0) },
        ]
        .compactMap { $0 }
    }
}
