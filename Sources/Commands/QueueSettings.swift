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
    /// `nil` to be told by whether there is a queue.
    var indexStore: IndexStore?

    /// Whether receipts and withdrawals are those of a fleet.
    var isShared: Bool { indexStore.map { $0 == .nats } ?? (address != nil) }
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

    /// What a command that works beside the machines of a fleet has in common with them: the index and what is withdrawn.
    ///
    /// One that hands its work to them, or that does it for them, has a queue of its own.
    mutating func shareRecords(for command: Command) async throws(CommandFailure) {
        let looks = command.looksAtRecords
        guard looks || [.prepare, .inspect, .batch, .serve].contains(command), queue.isShared,
            command != .batch || queue.address == nil
        else { return }
        try await shareRecords(of: try await openQueue(makesStreams: false), withIndex: looks || preparer.remembers)
    }

    /// The same of a queue that is open.
    mutating func shareRecords(of queue: WorkQueue, withIndex: Bool) async throws(CommandFailure) {
        guard self.queue.isShared else { return }
        preparer.fleet.withdrawn = FleetBlockList(queue)
        guard withIndex else { return }
        preparer.fleet.index = try await Self.blocking { () throws(PreparationError) in
            try FleetIndex(queue, life: Self.indexLife)
        }
    }

    /// What this machine has in common with all that work on a queue: besides those, the pace towards hosts.
    mutating func share(_ queue: WorkQueue) async throws(CommandFailure) {
        try await shareRecords(of: queue, withIndex: preparer.remembers)
        let perSecond = preparer.startsPerSecond
        guard perSecond > 0 else { return }
        let pace = try await Self.blocking { () throws(PreparationError) in
            try FleetPace(queue, perSecond: perSecond)
        }
        preparer.fleet.pauseBefore = { await pace.pause(before: $0) }
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
