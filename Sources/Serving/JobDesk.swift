internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Publishing

/// Works off jobs, a few at a time, and begins again where the last process ended.
final class JobDesk: Sendable {
    /// Does what the order of a job asks for, and gives what came of it as JSON.
    typealias Work = @Sendable (_ order: [UInt8]) async -> String

    /// Jobs that may wait; further ones are turned away.
    private static let mostOpen = 10_000
    /// Seconds for which the outcome of a job can be asked for.
    private static let life = 86_400
    /// How long the disk may take to keep a job, as long as one process lets another write.
    private static let longestTaking = Duration.seconds(5)

    private let store: JobStore
    private let places: Gate
    /// For whoever asks; jobs themselves, of which only a few run, wait for a disk that hangs as long as it takes.
    private let disk = DiskLane()
    private let work: Work
    private let onEnd: @Sendable (Callback) -> Void

    /// - Parameters:
    ///   - width: jobs that are worked on at once.
    ///   - onEnd: takes whoever is to be told of an end, once that is kept.
    init(
        _ store: JobStore, width: Int, onEnd: @escaping @Sendable (Callback) -> Void = { _ in }, work: @escaping Work
    ) {
        self.store = store
        places = Gate(width: width)
        self.onEnd = onEnd
        self.work = work
    }

    /// Begins what the last process left.
    func resume() throws(PreparationError) {
        for id in try store.open() { begin(id) }
    }

    /// Takes a job on: once this returns it will be done.
    ///
    /// - Parameters:
    ///   - callback: whom to tell of its end.
    ///   - trace: what links it to its caller's work.
    func take(
        _ order: [UInt8], callback: String? = nil, trace: String? = nil
    ) async throws(PreparationError) -> Job {
        let job = Job(id: Self.newID(), order: order, callback: callback, trace: trace, madeAt: Self.now)
        let end = Deadline(in: Self.longestTaking)
        try await disk.ask("state folder", until: end) { [store] () throws(PreparationError) in
            try store.forget(endedBefore: Self.now - Self.life)
            // Whoever asked has been turned away meanwhile, and will ask again.
            guard !end.hasPassed() else { throw PreparationError(.overloaded) }
            guard try store.openCount() < Self.mostOpen else {
                throw PreparationError(.overloaded, "Too many jobs are waiting", retryAfter: .seconds(30))
            }
            try store.add(job)
        }
        begin(job.id)
        return job
    }

    /// A job as it stands; `nil` when there is none of this name, or no longer.
    func job(_ id: String) async throws(PreparationError) -> Job? {
        try await disk.ask("state folder") { [store] () throws(PreparationError) in try store.job(id) }
    }

    /// What is still to be done and to be told.
    func backlog() async throws(PreparationError) -> JobBacklog {
        try await disk.ask("state folder") { [store] () throws(PreparationError) in try store.backlog() }
    }

    /// Does a job when its turn comes; until then its order lies on the disk alone, as many may wait.
    private func begin(_ id: String) {
        Task { [self] in
            guard await places.enter(until: nil) == .through else { return }
            defer { places.leave() }
            guard let job = await store.insist({ store throws(PreparationError) in try store.job(id) }) else { return }
            let attachment = await work(job.order)
            let end = Self.now
            // As long as that cannot be written it keeps its place: no other could be ended either.
            await store.insist { store throws(PreparationError) in try store.end(id, at: end, attachment: attachment) }
            if let link = job.callback { onEnd(Callback(id: id, link: link, tries: 0, time: end)) }
        }
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    /// 128 bits that nobody guesses.
    private static func newID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: 0...(.max)), radix: 36) }.joined()
    }
}
