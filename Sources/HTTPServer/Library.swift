internal import CMicroHTTPD

/// The library, while it runs: its threads talk to the connections that it is given.
@safe struct Library: Sendable {
    private nonisolated(unsafe) let daemon: OpaquePointer

    /// Its name and version.
    static var version: String { unsafe "libmicrohttpd " + String(cString: MHD_get_version()) }

    /// Starts it; `nil` when the system has no thread or descriptor left for it.
    ///
    /// - Parameter core: what its threads work with; it must be there until it has been stopped.
    init?(for core: ServerCore) {
        let limits = core.limits
        let idle = UInt32(clamping: max(1, limits.idle.components.seconds))
        // It parts its limit among its threads, and one that is full when it is given another connection locks itself up for
        // ever. So no thread gets there, whoever comes: the lanes let in as many as there may be in all.
        let most = limits.threads * (limits.connections + 1_000)
        let daemon = unsafe affix_mhd_start(
            UInt32(clamping: limits.threads), UInt32(clamping: most), limits.headBytes, idle,
            Unmanaged.passUnretained(core).toOpaque(), ServerCore.access, ServerCore.begin, ServerCore.completed,
            ServerCore.connection)
        guard let daemon = unsafe daemon else { return nil }
        unsafe self.daemon = daemon
    }

    /// Gives it a connection; whatever comes of that, it closes it.
    ///
    /// - Returns: whether it begins to talk to it.
    func take(_ socket: Int32) -> Bool { unsafe affix_mhd_take(daemon, socket) == .YES }

    /// Ends its threads and all connections; nobody may be using it any more.
    func stop() { unsafe MHD_stop_daemon(daemon) }
}
