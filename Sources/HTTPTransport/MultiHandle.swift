internal import CCurl
internal import Glibc

/// Owner of the libcurl handle that runs all transfers.
///
/// Everything but `wake` belongs to the loop's own thread; `wake` is the one call that libcurl allows from any other.
@safe struct MultiHandle: ~Copyable, Sendable {
    /// Done once for the process, as libcurl wants it; nobody may have the secrets of its connections written to a file.
    private static let libraryIsReady =
        unsafe unsetenv("SSLKEYLOGFILE") == 0 && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private nonisolated(unsafe) let pointer: UnsafeMutableRawPointer

    /// `nil` when libcurl cannot start.
    init?() {
        guard Self.libraryIsReady, let handle = unsafe curl_multi_init() else { return nil }
        unsafe pointer = handle
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

    /// Does whatever can be done without waiting.
    func perform() {
        var running: Int32 = 0
        _ = unsafe curl_multi_perform(pointer, &running)
    }

    /// Waits for a socket, for `wake`, or for the time to pass.
    func wait(milliseconds: Int32) {
        _ = unsafe curl_multi_poll(pointer, nil, 0, milliseconds, nil)
    }

    func wake() {
        _ = unsafe curl_multi_wakeup(pointer)
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
