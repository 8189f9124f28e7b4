package import AttachmentModel
internal import CCurl
internal import Synchronization

/// Speaks HTTP through libcurl: one exchange for each call, no redirects, no proxies, no retries.
///
/// It costs nothing until its first call, which starts the one thread that drives all of them.
package final class HTTPTransport: Sendable {
    private let mayDial: @Sendable (_ address: String, _ port: Int) -> Bool
    private let loop = Mutex<TransferLoop?>(nil)

    /// - Parameter mayDial: judges every address at the moment a socket is made for it, on the transport's thread.
    package init(mayDial: @escaping @Sendable (_ address: String, _ port: Int) -> Bool) {
        self.mayDial = mayDial
    }

    deinit {
        loop.withLock { $0?.close() }
    }

    /// The library and its version.
    package static var library: String {
        unsafe "libcurl " + String(cString: affix_curl_version())
    }

    /// Sends one request and feeds the answer to the receiver, which hears nothing more once this returns.
    ///
    /// Cancelling the task ends the transfer at once.
    package func perform(
        _ call: HTTPCall, into receiver: any HTTPReceiver
    ) async throws(PreparationError) -> HTTPExchange {
        let loop = try startedLoop()
        let number = loop.nextNumber()
        let outcome: Ticket.Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.add(
                    Ticket(number: number, call: call, receiver: receiver, mayDial: mayDial) { outcome in
                        continuation.resume(returning: outcome)
                    })
                // A cancellation from before the ticket was there found nothing to cancel.
                if Task.isCancelled { loop.cancel(number) }
            }
        } onCancel: {
            loop.cancel(number)
        }
        return try outcome.get()
    }

    private func startedLoop() throws(PreparationError) -> TransferLoop {
        try loop.withLock { (loop) throws(PreparationError) in
            if let loop { return loop }
            let started = try TransferLoop()
            loop = started
            return started
        }
    }
}
