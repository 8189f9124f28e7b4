internal import AttachmentModel
internal import FlowControl
internal import HTTPTransport
internal import Handover

extension Fetcher {
    /// Follows a link to its file: each hop is resolved, judged and pinned anew.
    func fetch(
        link text: String, until deadline: Deadline, _ onProgress: @escaping Progress
    ) async throws(PreparationError) -> Download {
        let start = ContinuousClock.now
        let end = deadline.within(configuration.budgets.fetch, from: start)
        var link = try SourceLink(text)
        let first = link.host
        var walk = RedirectWalk(from: link)
        var isRedirected = false
        do throws(PreparationError) {
            while true {
                let hopStart = ContinuousClock.now
                let receiver = LinkReceiver(
                    host: link.host, limits: configuration.limits, room: configuration.spools, onProgress: onProgress)
                let answer = try await transport.perform(try await call(to: link, until: end), into: receiver)
                guard answer.head.isRedirect else {
                    var report = OriginReport(answer, redirects: walk.links.dropFirst())
                    report.firstByteMilliseconds += start.duration(to: hopStart).milliseconds
                    return try receiver.finish(report)
                }
                isRedirected = true
                link = try walk.follow(answer.head.first("location"))
            }
        } catch {
            // Whichever budget ran out first, once the whole time is up that is the reason.
            guard error.code.isTimeBudget, end.hasPassed() else {
                throw isRedirected ? error.noting("a redirect from \(first) led there") : error
            }
            throw deadline.hasPassed()
                ? PreparationError(.deadline, detail: error.code.text, stage: .fetch)
                : PreparationError(.fetchTimeoutTotal, detail: error.code.text)
        }
    }

    private func call(to link: SourceLink, until end: Deadline) async throws(PreparationError) -> HTTPCall {
        let addresses = try await configuration.resolver.addresses(
            of: link.host, until: end.within(configuration.budgets.name))
        try configuration.egress.judge(addresses, for: link)
        return HTTPCall(
            url: link.text, host: link.host, port: link.port, addresses: addresses,
            userAgent: configuration.userAgent, caFile: configuration.caFile, budgets: configuration.budgets,
            deadline: end)
    }
}

extension PreparationError.Code {
    /// Whether it says that one of the budgets of a fetch was used up.
    fileprivate var isTimeBudget: Bool {
        [.fetchTimeoutName, .fetchTimeoutConnect, .fetchTimeoutFirstByte, .fetchTimeoutTotal, .fetchStalled]
            .contains(self)
    }
}

extension OriginReport {
    fileprivate init(_ answer: HTTPExchange, redirects: ArraySlice<SourceLink>) {
        self.init(status: answer.head.status, firstByteMilliseconds: answer.firstByteMilliseconds)
        self.redirects = redirects.map { MediaSource.link($0.text).redacted }
        contentType = answer.head.shown("content-type")
        contentLength = answer.head.bodyLength
        etag = answer.head.shown("etag")
        lastModified = answer.head.shown("last-modified")
        contentEncoding = answer.head.shown("content-encoding")
        contentDisposition = answer.head.shown("content-disposition")
        cacheControl = answer.head.shown("cache-control")
    }
}

extension HTTPHead {
    /// A header as it goes into a report: a host must not make a receipt of any size.
    fileprivate func shown(_ name: String) -> String? {
        first(name).map { String($0.prefix(200)) }
    }
}
