package import AttachmentModel
package import FlowControl
internal import FoundationEssentials
package import HTTPTransport

/// Asks an S3 storage for objects and gives it some.
///
/// Its address is the operator's own choice and may lie anywhere; nothing that comes from a stranger leads here.
package struct ObjectStore: Sendable {
    package let endpoint: ObjectEndpoint
    private let account: StorageAccount
    private let caFile: String?
    private let userAgent: String
    private let budgets: StageBudgets
    private let transport = HTTPTransport(mayDial: { _, _ in true })

    package init(_ account: StorageAccount, caFile: String?, userAgent: String, budgets: StageBudgets) {
        endpoint = account.endpoint
        self.account = account
        self.caFile = caFile
        self.userAgent = userAgent
        self.budgets = budgets
    }

    /// How an object is named as what is copied.
    package func source(of name: ObjectName) -> String {
        "/" + name.bucket + "/" + PercentEncoding.encoded(name.key, keepingSlash: true)
    }

    /// Sends one request once; what goes wrong on the way is the transport's to say.
    package func exchange(
        _ request: ObjectRequest, into receiver: any HTTPReceiver, until deadline: Deadline
    ) async throws(PreparationError) -> HTTPExchange {
        let place = endpoint.place(of: request.name, query: request.query)
        let digest = HTTPHead.Header(name: "x-amz-content-sha256", value: request.bodyDigest)
        var call = HTTPCall(
            url: place.url, host: place.host, port: place.port, addresses: nil, userAgent: userAgent,
            headers: request.headers + [digest], caFile: caFile, budgets: budgets, deadline: deadline)
        call.method = request.method
        call.acceptance = .unsaid
        call.signature = account.signature
        return try await transport.perform(call, into: receiver)
    }

    /// Sends a request until it is answered with something that stays, or the time is up: `publish-unreachable`.
    package func answer(
        _ request: ObjectRequest, until deadline: Deadline
    ) async throws(PreparationError) -> ObjectAnswer {
        var retries = StoreRetries()
        while true {
            let collector = AnswerCollector()
            var asked: Duration?
            let problem: PreparationError
            do throws(PreparationError) {
                let head = try await exchange(request, into: collector, until: deadline).head
                let answer = ObjectAnswer(head: head, text: AnswerText(collector.body))
                guard answer.mayPassSoon else { return answer }
                asked = head.retryAfter(now: Int(Date.now.timeIntervalSince1970))
                problem = answer.problem(request.name, at: endpoint)
            } catch {
                problem = unreachable(because: error)
            }
            guard let pause = retries.pause(asked: asked, left: deadline.remaining()),
                (try? await Task.sleep(for: pause)) != nil
            else { throw retries.tries > 1 ? problem.noting("tried \(retries.tries) times") : problem }
        }
    }

    /// The problem of a storage that did not answer.
    private func unreachable(because problem: PreparationError) -> PreparationError {
        if [.overloaded, .configurationInvalid, .configurationMachine, .internalFault].contains(problem.code) {
            return problem
        }
        let detail = problem.code.text + (problem.detail.map { ": " + $0 } ?? "")
        return PreparationError(
            .publishUnreachable, "The storage at \(endpoint.words) cannot be reached", detail: detail)
    }
}
