package import AttachmentModel
internal import Batching
internal import FlowControl
internal import Glibc

/// A queue of jobs on NATS JetStream, with its results and its dead letters; the streams are made by whoever comes first.
///
/// Its calls block, so they belong on a thread that may.
package final class WorkQueue: Sendable {
    package struct Configuration: Sendable {
        package var access: QueueAccess
        package var layout = QueueLayout.standard
        /// On how many servers everything is kept; counts where the streams are made.
        package var replicas = 1
        /// After how long a job that nobody speaks for is given to somebody else; counts where the streams are made.
        package var ackWait = Duration.seconds(30)

        /// Whether what is missing is made; who only looks must not decide how many replicas there are.
        package var makesStreams = true

        package init(access: QueueAccess) { self.access = access }
    }

    /// How long a call waits for its answer.
    private static let patience = Duration.seconds(5)
    /// How long servers that have just started, or lost one of them, may take to agree on who leads.
    private static let settling = Duration.seconds(20)
    /// An answer that nobody has fetched for a week is not waited for any more.
    private static let resultLife: Int64 = 7 * 86_400_000_000_000
    /// Who looks at dead letters does so within a quarter of a year.
    private static let deadLife: Int64 = 90 * 86_400_000_000_000
    /// How long the servers remember what was published; each identity takes them some hundred bytes.
    private static let duplicates: Int64 = 600_000_000_000
    /// As many jobs as a large fleet works on at once; the servers' own default is a thousand.
    static let mostInWork = 100_000

    let configuration: Configuration
    let connection: Connection
    let streams: JetStream

    var layout: QueueLayout { configuration.layout }
    /// The queue as it may be shown.
    var place: String { configuration.access.address.redacted }

    /// Connects, and makes what is missing.
    ///
    /// - Throws: `queue-unreachable`, `queue-denied`, or `queue-failed` when the servers cannot keep what is asked for.
    package init(_ configuration: Configuration) throws(PreparationError) {
        self.configuration = configuration
        do throws(QueueFault) {
            connection = try Connection(to: configuration.access)
            streams = try connection.streams(wait: Self.patience)
        } catch {
            throw error.problem(at: configuration.access.address.redacted)
        }
        guard configuration.makesStreams else { return }
        let end = Deadline(in: Self.settling)
        try asking { () throws(QueueFault) in
            try Self.insisting(until: end) { () throws(QueueFault) in try makeStreams() }
        }
        // Whoever withdraws before anything was prepared has made it with fewer replicas.
        _ = try bucket(layout.withdrawn, isOnDisk: true, life: 0, wait: Self.patience)
    }

    private func makeStreams() throws(QueueFault) {
        let replicas = configuration.replicas
        try streams.makeStream(
            layout.jobs, on: layout.jobs(of: "*"), isWorkQueue: true, replicas: replicas, life: 0,
            duplicates: Self.duplicates)
        try streams.makeStream(
            layout.results, on: layout.results(of: "*"), isWorkQueue: true, replicas: replicas, life: Self.resultLife,
            duplicates: Self.duplicates)
        try streams.makeStream(
            layout.dead, on: layout.dead(of: "*"), isWorkQueue: false, replicas: replicas, life: Self.deadLife,
            duplicates: Self.duplicates)
        _ = try machines()
    }

    /// The consumer that all machines share.
    func machines() throws(QueueFault) -> JetStream.ConsumerState {
        try streams.makeConsumer(
            layout.consumer, of: layout.jobs, filter: nil,
            ackWait: Int64(configuration.ackWait.milliseconds) * 1_000_000, mostInWork: Self.mostInWork,
            mostWaiting: Self.mostInWork)
    }

    /// Opens or makes a bucket, also while the servers agree on who leads; it is kept on as many of them as the jobs, from
    /// the next time on also when it was there before them.
    ///
    /// - Parameter wait: how long a question to it may wait for its answer.
    func bucket(
        _ name: String, isOnDisk: Bool, life: Int64, wait: Duration
    ) throws(PreparationError) -> Bucket {
        let end = Deadline(in: Self.settling)
        while true {
            do throws(QueueFault) {
                let jobs = try knownJobs()
                let bucket = try connection.streams(wait: wait).bucket(
                    name, isOnDisk: isOnDisk, replicas: max(jobs?.replicas ?? 1, configuration.replicas), life: life)
                // Where a server is missing for it just now, the bucket is as good as it was, and the next start tries again.
                if let jobs, jobs.replicas > 1 {
                    try? self.streams.raiseReplicas(of: "KV_" + name, to: jobs.replicas)
                }
                return bucket
            } catch {
                guard error.kind == .late || error.kind == .other, !end.hasPassed() else {
                    throw error.problem(at: place)
                }
                usleep(200_000)
            }
        }
    }

    /// How the jobs stand, where that can be told just now.
    private func knownJobs() throws(QueueFault) -> JetStream.StreamState? {
        do throws(QueueFault) {
            return try streams.state(of: layout.jobs)
        } catch {
            // An account that has no streams will have none in a moment.
            if error.kind == .denied { throw error }
            return nil
        }
    }

    /// Asks for messages of a consumer; they come to `inbox`, which hears a 408 when the time is over.
    func pull(_ count: Int, of consumer: String, in stream: String, to inbox: String) throws(QueueFault) {
        let nanoseconds = Int64(PullCredit.life.milliseconds) * 1_000_000
        try connection.publish(
            Array(#"{"batch":\#(count),"expires":\#(nanoseconds)}"#.utf8),
            on: "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(consumer)", replyTo: inbox)
    }

    /// Does something, and speaks of a failure in the words of the whole project.
    func asking<Value: ~Copyable>(_ body: () throws(QueueFault) -> Value) throws(PreparationError) -> Value {
        do throws(QueueFault) {
            return try body()
        } catch {
            throw error.problem(at: place)
        }
    }

    /// Does something again and again while it fails for a reason that may pass, as when a server of several has gone.
    static func insisting<Value>(
        until end: Deadline, _ body: () throws(QueueFault) -> Value
    ) throws(QueueFault) -> Value {
        while true {
            do throws(QueueFault) {
                return try body()
            } catch {
                guard error.kind == .late || error.kind == .overlaps, !end.hasPassed() else { throw error }
                usleep(200_000)
            }
        }
    }
}
