internal import Dispatch
internal import FlowControl
internal import Synchronization

/// The lanes of a server, each with a thread of its own, and the socket at which they receive.
final class Lanes: Sendable {
    private let core: ServerCore
    private let socket: ListeningSocket
    private let lanes: [FileLane]
    private let begun = Atomic(0)
    /// Rings once for each that has ended.
    private let ended = DispatchSemaphore(value: 0)

    init(_ core: ServerCore, at socket: consuming ListeningSocket, _ library: Library) {
        socket.receiveAtOnce()
        let number = socket.number
        self.core = core
        self.socket = socket
        lanes = (0..<max(1, core.limits.threads)).compactMap { _ in FileLane(core, at: number, library) }
    }

    /// Starts their threads; `false` when the system lacks a thread or a descriptor for one of them.
    func begin() -> Bool {
        lanes.count >= core.limits.threads
            && lanes.allSatisfy { lane in
                let hasThread = OwnThread.start { [ended] in
                    lane.run()
                    ended.signal()
                }
                if hasThread { begun.add(1, ordering: .relaxed) }
                return hasThread
            }
    }

    /// Receives nobody from now on: those that knock are told to come back, unless the socket is another's, who lets them wait.
    func close() {
        core.isClosed.store(true, ordering: .relaxed)
        for lane in lanes { lane.stopListening() }
        socket.close()
    }

    func closeIdle(since instant: ContinuousClock.Instant) {
        for lane in lanes { lane.closeIdle(since: instant) }
    }

    func closeAll() {
        for lane in lanes { lane.closeAll() }
    }

    /// Waits for the threads to end, which they do when the server's core has.
    func end() {
        for lane in lanes { lane.wake() }
        for _ in 0..<begun.exchange(0, ordering: .relaxed) { ended.wait() }
    }
}
