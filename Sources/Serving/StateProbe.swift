internal import AttachmentModel
internal import FlowControl
internal import Publishing

/// Finds out whether the state folder can be written, within a time: a disk that hangs gives no answer at all.
struct StateProbe: Sendable {
    private let disk: DiskLane
    private let write: @Sendable () -> Bool

    /// - Parameters:
    ///   - time: what it may take.
    ///   - write: writes something there; `false` when that cannot be done. It may block.
    init(within time: Duration, _ write: @escaping @Sendable () -> Bool) {
        disk = DiskLane(patience: time)
        self.write = write
    }

    /// Throws `configuration-machine` when it cannot be written, `overloaded` when the disk does not say so in time.
    func run() async throws(PreparationError) {
        guard try await disk.ask("state folder", write) else {
            throw PreparationError(.configurationMachine, "The state folder cannot be written")
        }
    }
}
