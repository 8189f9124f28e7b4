internal import CCurl
internal import FlowControl

/// What libcurl asks its loop for: which sockets to wait for, and until when.
///
/// It lives on the loop's thread; only `wake` is for others.
final class SocketWatch {
    typealias Instant = ContinuousClock.Instant

    private let poller: Poller
    /// When libcurl wants to be called although nothing is ready.
    private(set) var timer: Instant?

    init(_ poller: consuming Poller) {
        self.poller = poller
    }

    func wait(until instant: Instant?, longest: Duration) -> [Poller.Event] {
        let end = Deadline(in: longest)
        let soonest = [instant, timer].compactMap(\.self).min().map { min(end, Deadline(at: $0)) } ?? end
        return poller.wait(milliseconds: soonest.pollMilliseconds())
    }

    func wake() {
        poller.wake()
    }

    /// Whether libcurl's time has come; it is then told once.
    func timerHasPassed(at now: Instant) -> Bool {
        guard let timer, timer <= now else { return false }
        self.timer = nil
        return true
    }

    private static func at(_ context: UnsafeMutableRawPointer) -> SocketWatch {
        unsafe Unmanaged<SocketWatch>.fromOpaque(context).takeUnretainedValue()
    }

    /// What libcurl calls when it wants to wait for a socket, or for something else of it, or no more.
    static let wantsSocket: curl_socket_callback = { transfer, socket, wants, context, _ in
        guard let context = unsafe context else { return 0 }
        let watch = unsafe SocketWatch.at(context)
        if wants == CURL_POLL_REMOVE {
            watch.poller.forget(socket)
        } else if !watch.poller.watch(socket, wants: wants), let transfer = unsafe transfer,
            let owner = unsafe affix_curl_context(transfer)
        {
            unsafe Transfer.at(owner).giveUpForLackOfRoom()
        }
        return 0
    }

    static let wantsTimer: curl_multi_timer_callback = { _, milliseconds, context in
        guard let context = unsafe context else { return 0 }
        unsafe SocketWatch.at(context).timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
        return 0
    }
}
