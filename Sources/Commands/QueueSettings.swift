internal import Affix
internal import AttachmentModel
internal import Fleet
internal import FlowControl

/// What is told about the queue of a fleet.
struct QueueSettings: Sendable {
    /// Where receipts are remembered.
    enum IndexStore: String, CaseIterable, Sendable {
        case sqlite, nats
    }

    var address: QueueAddress?
    var layout = QueueLayout.standard
    var credentials: String?
    var caFile: String?
    var certificate: String?
    var key: String?
    var replicas = 1
    var ackWait = Duration.seconds(30)
    var tries = 5
    /// Items in the queue at once.
    var window = 10_000
    /// `nil` to be told by the command.
    var indexStore: IndexStore?
}

extension Settings {
    /// An answer that nobody asks for is remembered as long as its file stays.
    private static let indexLife = Duration.seconds(36 * 86_400)

    /// Connects to the queue.
    ///
    /// - Parameter makesStreams: whether it is made when it is not there yet.
    func openQueue(makesStreams: Bool = true) async throws(CommandFailure) -> WorkQueue {
        guard let address = queue.address else { throw .usage("The queue needs an address: --queue nats://…") }
        var access = QueueAccess(address)
        access.credentials = queue.credentials
        access.caFile = queue.caFile
        access.certificate = queue.certificate
        access.key = queue.key
        var configuration = WorkQueue.Configuration(access: access)
        configuration.layout = queue.layout
        configuration.replicas = queue.replicas
        configuration.ackWait = queue.ackWait
        configuration.makesStreams = makesStreams
        let asked = configuration
        return try await Self.blocking { () throws(PreparationError) in try WorkQueue(asked) }
    }

    /// The index of the fleet, for a command that looks into it or works on this machine alone; `nil` for the local one.
    func sharedIndex(of command: Command) async throws(CommandFailure) -> FleetIndex? {
        guard [.batch, .index, .collect].contains(command), queue.indexStore == .nats else { return nil }
        // With a queue the machines remember, not this one.
        if command == .batch, queue.address != nil { return nil }
        return try await Self.index(of: try await openQueue())
    }

    /// What this machine has in common with all that work on a queue: the index, and the pace towards hosts.
    mutating func share(_ queue: WorkQueue) async throws(CommandFailure) {
        if self.queue.indexStore != .sqlite, preparer.remembers {
            preparer.fleet.index = try await Self.index(of: queue)
        }
        let perSecond = preparer.startsPerSecond
        guard perSecond > 0 else { return }
        let pace = try await Self.blocking { () throws(PreparationError) in
            try FleetPace(queue, perSecond: perSecond)
        }
        preparer.fleet.pauseBefore = { await pace.pause(before: $0) }
    }

    private static func index(of queue: WorkQueue) async throws(CommandFailure) -> FleetIndex {
        try await blocking { () throws(PreparationError) in try FleetIndex(queue, life: indexLife) }
    }

    /// Does something that blocks, and takes a failure of it for one of the command.
    static func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws(PreparationError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(PreparationError) {
            return try await BlockingLane().run(body)
        } catch {
            throw .problem(error)
        }
    }
}
