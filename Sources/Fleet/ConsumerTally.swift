/// What a machine has done for a queue.
package struct ConsumerTally: Hashable, Sendable {
    /// Jobs that were answered, by the status of their answers.
    package var statuses: [String: Int] = [:]
    /// Jobs that were put back because they failed for a reason that may pass.
    package var putBack = 0
    /// Jobs that were put with the dead.
    package var buried = 0
    /// Jobs that are being worked on.
    package var running = 0

    package init() {}

    /// Jobs that were answered.
    package var answered: Int { statuses.values.reduce(0, +) }
}
