package import AttachmentModel
package import FlowControl
internal import FoundationEssentials
internal import HTTPTransport
internal import Synchronization

/// Sends to addresses that strangers name, under the rules by which it fetches from them.
extension Fetcher {
    /// What an address answered, and how long it asks to be left alone.
    package typealias PostAnswer = (status: Int, pause: Duration?)

    /// The addresses of a link's host, after it and all that it resolves to were judged.
    func judgedAddresses(of link: SourceLink, until end: Deadline) async throws(PreparationError) -> [String] {
        try configuration.egress.judge(hostOf: link)
        let addresses = try await configuration.resolver.addresses(
            of: link.host, until: end.within(configuration.budgets.name))
        try configuration.egress.judge(addresses, for: link)
        return addresses
    }

    /// Throws unless something may be sent to a link.
    package func checkPost(to text: String, until end: Deadline) async throws(PreparationError) {
        _ = try await recipients(at: try SourceLink(text), until: end)
    }

    /// Sends a body to a link by POST; no redirect is followed, and of the answer only its head is read.
    ///
    /// The headers that an operator has set for a host are for fetching: they do not go with it.
    package func post(
        _ body: [UInt8], to text: String, headers: [(name: String, value: String)], until end: Deadline
    ) async throws(PreparationError) -> PostAnswer {
        let link = try SourceLink(text)
        let addresses = try await recipients(at: link, until: end)
        var call = HTTPCall(
            url: link.text, host: link.host, port: link.port, addresses: addresses,
            userAgent: configuration.userAgent, headers: headers.map { .init(name: $0.name, value: $0.value) },
            caFile: configuration.caFile, budgets: configuration.budgets, deadline: end)
        call.method = .post(BytesSender(body))
        call.acceptance = .unsaid
        // Whoever is told may do something about it before he answers.
        call.budgets.firstByte = max(call.budgets.firstByte, end.remaining())
        let receiver = HeadReceiver()
        do throws(PreparationError) {
            _ = try await transport.perform(call, into: receiver)
        } catch {
            // The answer was given; what is wrong with its body is of no interest.
            guard receiver.head != nil else { throw error }
        }
        guard let head = receiver.head else { throw PreparationError(.internalFault) }
        return (head.status, head.retryAfter(now: Int(Date.now.timeIntervalSince1970)))
    }

    /// Only an address that the operator has named may be sent to without encryption.
    private func recipients(at link: SourceLink, until end: Deadline) async throws(PreparationError) -> [String] {
        let addresses = try await judgedAddresses(of: link, until: end)
        try configuration.egress.judge(portOf: link)
        guard link.isSecure || configuration.egress.areNamed(addresses) else {
            throw PreparationError(
                .sourceScheme,
                "Nothing is sent to \(link.host) by http, as its address is none that was named for that",
                advice: "Use https")
        }
        return addresses
    }
}

/// Takes the head of an answer and no body.
private final class HeadReceiver: HTTPReceiver {
    private let state = Mutex<HTTPHead?>(nil)

    var head: HTTPHead? { state.withLock { $0 } }

    func begin(_ head: HTTPHead) {
        state.withLock { $0 = head }
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool { false }
}
