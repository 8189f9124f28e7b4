internal import CCurl
internal import FlowControl
internal import Glibc

/// Owner of the libcurl handle that runs all transfers.
///
/// Everything but `wake` belongs to the loop's own thread. libcurl is told what is ready, socket by socket, so that an
/// idle transfer costs nothing: asking it to look at all of them itself costs as much as there are, each time.
@safe struct MultiHandle: ~Copyable, Sendable {
    /// Done once for the process, as libcurl wants it; nobody may have the secrets of its connections written to a file.
    private static let libraryIsReady =
        unsafe unsetenv("SSLKEYLOGFILE") == 0 && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private nonisolated(unsafe) let pointer: UnsafeMutableRawPointer
    private nonisolated(unsafe) let sockets: SocketWatch

    /// `nil` when libcurl cannot start.
    init?(_ poller: consuming Poller) {
        guard Self.libraryIsReady, let handle = unsafe curl_multi_init() else { return nil }
        unsafe pointer = handle
        unsafe sockets = SocketWatch(poller)
        let context = unsafe Unmanaged.passUnretained(sockets).toOpaque()
        _ = unsafe affix_curl_set_loop(pointer, context, SocketWatch.wantsSocket, SocketWatch.wantsTimer)
    }

    deinit {
        _ = unsafe curl_multi_cleanup(pointer)
    }

    func add(_ transfer: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(pointer, transfer.pointer) == CURLM_OK
    }

    func remove(_ transfer: borrowing EasyHandle) {
        _ = unsafe curl_multi_remove_handle(pointer, transfer.pointer)
    }

    /// Waits for sockets, for `wake`, for `instant` or for libcurl's own time, and does what can be done then.
    ///
    /// The stage is empty when this returns.
    func turn(until instant: ContinuousClock.Instant?, longest: Duration, _ stage: BodyStage) {
        let events = unsafe sockets.wait(until: instant, longest: longest)
        for event in events { act(on: event.descriptor, event.what) }
        if unsafe sockets.timerHasPassed(at: .now) { act(on: CURL_SOCKET_TIMEOUT, 0) }
        stage.flush()
    }

    private func act(on socket: curl_socket_t, _ what: Int32) {
        var running: Int32 = 0
        _ = unsafe curl_multi_socket_action(pointer, socket, what, &running)
    }

    func wake() {
        unsafe sockets.wake()
    }

    /// The number of the next transfer that ended by itself.
    func nextEnded() -> (number: UInt64, result: CURLcode)? {
        var result = CURLE_OK
        guard let ended = unsafe affix_curl_next_ended(pointer, &result),
            let context = unsafe affix_curl_context(ended)
        else { return nil }
        return (unsafe Transfer.at(context).ticket.number, result)
    }
}
