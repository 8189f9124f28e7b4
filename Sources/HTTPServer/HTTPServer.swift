package import AttachmentModel
internal import CMicroHTTPD
package import FlowControl
internal import Glibc
internal import Synchronization

/// An HTTP server: reads requests, has a handler judge them, and sends the answers.
///
/// It knows nothing of what is asked. A few threads talk to all clients; no work is done on them, and whoever waits for
/// its answer costs a socket and no thread.
@safe package final class HTTPServer: Sendable {
    private let core: ServerCore
    private let isInherited: Bool
    private nonisolated(unsafe) let daemon: OpaquePointer?

    /// The library behind it and its version.
    package static var library: String { unsafe "libmicrohttpd " + String(cString: MHD_get_version()) }

    /// Begins to answer at a socket that listens already, which it takes over.
    ///
    /// Throws `configuration-machine` when the system has no thread or socket left for that.
    package init(
        at socket: consuming ListeningSocket, limits: ServerLimits = ServerLimits(), handler: any RequestHandler
    ) throws(PreparationError) {
        core = ServerCore(limits: limits, handler: handler)
        isInherited = socket.isInherited
        let context = unsafe Unmanaged.passUnretained(core).toOpaque()
        let idle = UInt32(clamping: max(1, limits.idle.components.seconds))
        unsafe daemon = affix_mhd_start(
            socket.number, UInt32(clamping: limits.threads), UInt32(clamping: limits.connections), limits.headBytes,
            idle, context, ServerCore.access, ServerCore.begin, ServerCore.completed,
            ServerCore.connection)
        guard unsafe daemon != nil else {
            throw PreparationError(.configurationMachine, "The HTTP server cannot be started")
        }
        socket.handOver()
        guard core.watch.begin() else {
            throw PreparationError(.configurationMachine, "No thread is left for the HTTP server")
        }
    }

    deinit {
        core.end()
        guard let daemon = unsafe daemon else { return }
        unsafe MHD_stop_daemon(daemon)
    }

    /// Lets what is under way finish; at the deadline what is left is cancelled, answered and closed.
    ///
    /// For a moment it still takes connections, each for one answer; then those that knock are told to come back, unless
    /// the socket is another's, who lets them wait.
    ///
    /// - Parameter farewell: what those are told, by status 503.
    /// - Returns: whether everything had finished by then.
    package func drain(until deadline: Deadline, farewell: Answer = Answer(503)) async -> Bool {
        core.isDraining.store(true, ordering: .relaxed)
        try? await Task.sleep(for: min(core.limits.notice, deadline.remaining() / 2))
        let listener = unsafe MHD_quiesce_daemon(daemon)
        if listener >= 0 {
            if !isInherited { ListeningSocket.turnAway(at: listener, with: farewell) }
            close(listener)
        }
        while true {
            core.watch.closeIdle(since: .now - core.limits.notice)
            if core.watch.count == 0 { return true }
            guard !deadline.hasPassed() else { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        await cut()
        core.watch.closeAll()
        return false
    }

    /// Tells those who still wait that it is over: by what the cancelled work says, if that comes soon.
    private func cut() async {
        let answer = core.handler.cutOff()
        core.watch.cutAll()
        let (half, end) = (ContinuousClock.now + core.limits.lastWords / 2, ContinuousClock.now + core.limits.lastWords)
        while core.watch.isWorking, .now < half { try? await Task.sleep(for: .milliseconds(10)) }
        core.watch.abandonAll(with: answer)
        while core.watch.isAnswering, .now < end { try? await Task.sleep(for: .milliseconds(10)) }
    }

    /// Connections at this moment.
    package var connections: Int { core.watch.count }
}
