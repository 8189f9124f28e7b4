internal import AttachmentModel
internal import FlowControl
internal import Synchronization

/// Finds out whether the state folder can be written, within a time: a disk that hangs gives no answer at all.
final class StateProbe: Sendable {
    private let write: @Sendable () -> Bool
    private let isUnderWay = Atomic(false)

    /// - Parameter write: writes something there; `false` when that cannot be done. It may block.
    init(_ write: @escaping @Sendable () -> Bool) { self.write = write }

    /// Throws `configuration-machine` when it cannot be written, `overloaded` when the disk does not say so in time.
    func run(until deadline: Deadline) async throws(PreparationError) {
        // One that hangs keeps a thread: until it has come back no other is sent.
        let isFirst = !isUnderWay.exchange(true, ordering: .relaxed)
        let isWritten =
            !isFirst
            ? nil
            : await BlockingLane().run(until: deadline) { [self] in
                defer { isUnderWay.store(false, ordering: .relaxed) }
                return write()
            }
        guard let isWritten else {
            throw PreparationError(
                .overloaded, "The disk of the state folder does not answer", retryAfter: .seconds(5),
                advice: "Look at that disk")
        }
        guard isWritten else { throw PreparationError(.configurationMachine, "The state folder cannot be written") }
    }
}
