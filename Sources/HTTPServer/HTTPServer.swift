package import AttachmentModel
package import FlowControl
internal import Synchronization

/// An HTTP server: reads requests, has a handler judge them, and sends the answers.
///
/// It knows nothing of what is asked. A few threads talk to all clients; no work is done on them, and whoever waits for
/// its answer costs a socket and no thread. Lanes receive who comes and send whole files; libmicrohttpd talks to all others.
package final class HTTPServer: Sendable {
    private let core: ServerCore
    private let library: Library
    private let lanes: Lanes

    /// The library behind it and its version.
    package static var library: String { Library.version }

    /// Begins to answer at a socket that listens already, which it takes over.
    ///
    /// Throws `configuration-machine` when the system has no thread or socket left for that.
    package init(
        at socket: consuming ListeningSocket, limits: ServerLimits = ServerLimits(), handler: any RequestHandler
    ) throws(PreparationError) {
        core = ServerCore(limits: limits, handler: handler)
        guard let library = Library(for: core) else {
            throw PreparationError(.configurationMachine, "The HTTP server cannot be started")
        }
        self.library = library
        lanes = Lanes(core, at: socket, library)
        guard lanes.begin(), core.watch.begin() else {
            throw PreparationError(.configurationMachine, "No thread is left for the HTTP server")
        }
    }

    deinit {
        core.end()
        // They give the library connections until then.
        lanes.end()
        library.stop()
    }

    /// Lets what is under way finish; at the deadline what is left is cancelled, answered and closed.
    ///
    /// For a moment it still takes connections, each for one answer; then those that knock are told to come back, unless
    /// the socket is another's, who lets them wait.
    ///
    /// - Returns: whether everything had finished by then.
    package func drain(until deadline: Deadline) async -> Bool {
        core.isDraining.store(true, ordering: .relaxed)
        try? await Task.sleep(for: min(core.limits.notice, deadline.remaining() / 2))
        lanes.close()
        while true {
            let instant = ContinuousClock.now - core.limits.notice
            lanes.closeIdle(since: instant)
            core.watch.closeIdle(since: instant)
            if core.count == 0 { return true }
            guard !deadline.hasPassed() else { break }
            try? await Task.sleep(for: .milliseconds(20))
        }
        await cut()
        lanes.closeAll()
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
    package var connections: Int { core.count }
}
