internal import AttachmentModel
internal import FlowControl
internal import HTTPTransport
internal import Handover
internal import ObjectStorage

/// One fetch of one object, try after try, inside one budget; the storage is the operator's own and needs no manners.
struct ObjectFetch {
    private let fetcher: Fetcher
    private let store: ObjectStore
    private let name: ObjectName
    /// What the caller knows already; an answer that nothing has changed since is then welcome.
    private let known: Validator?
    private let deadline: Deadline
    private let onProgress: Fetcher.Progress

    /// Refuses every bucket that the configuration does not name.
    init(
        _ link: String, by fetcher: Fetcher, known: Validator?, until deadline: Deadline,
        _ onProgress: @escaping Fetcher.Progress
    ) throws(PreparationError) {
        let text = String(decoding: try SourceLink.bytes(of: link), as: UTF8.self)
        guard let name = ObjectName(text), !name.key.isEmpty else {
            throw PreparationError(.sourceInvalid, "The source is not an object's name, s3://bucket/key")
        }
        guard let objects = fetcher.configuration.objects, objects.buckets.contains(name.bucket) else {
            throw PreparationError(
                .sourceHostDenied, "The bucket \(name.bucket) is not one that affix reads")
        }
        self.fetcher = fetcher
        store = objects.store
        self.name = name
        self.known = known
        self.deadline = deadline
        self.onProgress = onProgress
    }

    func run() async throws(PreparationError) -> Revalidation {
        let end = deadline.within(fetcher.configuration.budgets.fetch)
        let receiver = LinkReceiver(
            host: "The bucket " + name.bucket, limits: fetcher.configuration.limits,
            room: fetcher.configuration.spools, isConditional: known != nil, onProgress: onProgress)
        var retries = RetryPlan()
        while true {
            do throws(PreparationError) {
                let exchange = try await visit(receiver, until: end)
                let report = OriginReport(
                    receiver.fileHead ?? exchange.head, redirects: [],
                    firstByte: .milliseconds(exchange.firstByteMilliseconds))
                if exchange.head.status == 304 { return .unchanged(report) }
                return .file(try receiver.finish(attempts: retries.tries, report))
            } catch {
                if deadline.hasPassed() { throw PreparationError(.deadline, detail: error.code.text, stage: .fetch) }
                guard let pause = retries.pause(after: error, asked: nil, left: end.remaining()),
                    (try? await Task.sleep(for: pause)) != nil
                else { throw retries.tries > 1 ? error.noting("tried \(retries.tries) times") : error }
            }
        }
    }

    private func visit(_ receiver: LinkReceiver, until end: Deadline) async throws(PreparationError) -> HTTPExchange {
        var request = ObjectRequest(.get, name)
        request.headers = receiver.nextResumption()?.headers ?? known?.conditions ?? []
        let exchange = try await store.exchange(request, into: receiver, until: end)
        guard !exchange.head.isRedirect else {
            throw PreparationError(
                .configurationInvalid, "The bucket \(name.bucket) lies in another region: set AWS_REGION to that")
        }
        try receiver.checkWhole()
        return exchange
    }
}
