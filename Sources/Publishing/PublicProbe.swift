package import AttachmentModel
internal import FlowControl
internal import HTTPTransport
internal import ObjectStorage
internal import Synchronization

/// Loads what was published from its public address, as a phone would.
///
/// The address is the operator's own choice and may lie anywhere.
package struct PublicProbe: Sendable {
    private let address: ShelfAddress
    private let caFile: String?
    private let userAgent: String
    private let budgets: StageBudgets
    private let transport = HTTPTransport(mayDial: { _, _ in true })

    /// Bytes of a file that are compared.
    static let compared = 512

    package init(of address: ShelfAddress, caFile: String?, userAgent: String, budgets: StageBudgets) {
        self.address = address
        self.caFile = caFile
        self.userAgent = userAgent
        self.budgets = budgets
    }

    /// Throws `publish-probe-failed` with what a phone would stumble over.
    ///
    /// - Parameter beginning: what the file begins with; `nil` when that is not at hand.
    func check(
        _ publication: Publication, _ facts: MediaFacts, beginning: [UInt8]?, until deadline: Deadline
    ) async throws(PreparationError) {
        let judgement = ProbeJudgement(facts: facts)
        let whole = try await load(publication.url, [], until: deadline) { judgement.fault(inWhole: $0) }
        let part = min(Self.compared, facts.bytes)
        if let beginning, whole != Array(beginning.prefix(part)) {
            throw Self.problem(publication.url, "it begins with other bytes than were published")
        }
        let range = [HTTPHead.Header(name: "Range", value: "bytes=0-\(part - 1)")]
        let bytes = try await load(publication.url, range, until: deadline) { judgement.fault(inPart: $0, count: part) }
        guard bytes == whole else {
            throw Self.problem(publication.url, "it answers Range with other bytes than the whole file has there")
        }
    }

    /// Loads the first bytes of an answer that has no fault; what may pass in a moment is tried again.
    private func load(
        _ url: String, _ headers: [HTTPHead.Header], until deadline: Deadline, fault: (HTTPHead) -> String?
    ) async throws(PreparationError) -> [UInt8] {
        var retries = StoreRetries()
        while true {
            let receiver = ProbeReceiver(most: Self.compared)
            var call = HTTPCall(
                url: url, host: address.host, port: address.port, addresses: nil, userAgent: userAgent,
                headers: headers, caFile: caFile, budgets: budgets, deadline: deadline)
            call.acceptance = .phone
            var words: String?
            var mayPass = true
            do throws(PreparationError) {
                let head = try await transport.perform(call, into: receiver).head
                words = fault(head)
                mayPass = head.status >= 500 || head.status == 429
            } catch {
                // An answer that breaks off may have said enough before.
                words = receiver.head.flatMap(fault) ?? error.happening
                mayPass = [.fetchConnect, .fetchTruncated, .fetchName].contains(error.code) && receiver.head == nil
            }
            guard let words else { return receiver.bytes }
            guard mayPass, let pause = retries.pause(asked: nil, left: deadline.remaining()),
                (try? await Task.sleep(for: pause)) != nil
            else { throw Self.problem(url, words) }
        }
    }

    private static func problem(_ url: String, _ words: String) -> PreparationError {
        PreparationError(.publishProbeFailed, "A phone cannot load \(url): \(words)")
    }
}

/// Takes the head of an answer and the first bytes of its body.
private final class ProbeReceiver: HTTPReceiver {
    private struct State {
        var head: HTTPHead?
        var bytes: [UInt8] = []
    }

    private let most: Int
    private let state = Mutex(State())

    init(most: Int) {
        self.most = most
    }

    var head: HTTPHead? { state.withLock { $0.head } }
    var bytes: [UInt8] { state.withLock { Array($0.bytes.prefix(most)) } }

    func begin(_ head: HTTPHead) {
        state.withLock { $0.head = head }
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            unsafe state.bytes.append(contentsOf: bytes.prefix(most))
            return state.bytes.count < most
        }
    }
}

extension PreparationError {
    /// What happened, without the advice, which is meant for somebody who fetches.
    fileprivate var happening: String {
        String(message.dropLast(code.advice.count + ".. ".count)) + " (\(code))"
    }
}
