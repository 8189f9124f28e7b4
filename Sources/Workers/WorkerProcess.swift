internal import AttachmentModel
internal import FlowControl
internal import Glibc
internal import Handover
internal import Synchronization

/// One `affix-worker`: started, asked, and killed when it does not answer.
///
/// Its methods block and belong on a lane. It is used by one lease at a time.
final class WorkerProcess: Sendable {
    private let process: Int32
    private let channel: Channel
    private let isReaped = Mutex(false)
    private let reported = Atomic(false)
    private let jobs = Atomic(0)

    /// Jobs after which a worker has done its part: what a file left behind in it goes with it.
    ///
    /// A picture takes two or three, and a start as long as two pictures: with 32 jobs the dynamic linker alone took 7 % of
    /// all processor time of a batch, with 96 it takes 3 %, with so many less than 1 %.
    private static let mostJobs = 400

    /// Starts the program and returns at once; `ready` is its first message.
    init(program: String, _ argument: WorkerArgument) throws(PreparationError) {
        var process: Int32 = 0
        channel = try Launch.worker(program, argument: argument.text, process: &process)
        self.process = process
    }

    deinit {
        _ = end(patience: 0)
    }

    /// Whether it has said that it is ready.
    var hasReported: Bool {
        get { reported.load(ordering: .acquiring) }
        set { reported.store(newValue, ordering: .releasing) }
    }

    /// Whether it still runs: one that died while it waited is nobody's fault.
    var isRunning: Bool {
        isReaped.withLock { isReaped in
            if !isReaped { isReaped = waitpid(process, nil, WNOHANG) != 0 }
            return !isReaped
        }
    }

    /// Bytes that a worker may keep for the next job: decoders leave holes behind that no later job can use.
    private static let mostResident = 300_000_000

    /// Seconds of processor time after which it is given no other job, well under the 600 that its own lock allows it.
    private static let mostSeconds = 300

    /// Jobs of those that hardly leave anything behind, after which the system is asked about it all the same.
    private static let jobsBetweenLooks = 16

    /// Whether it may be given another job.
    func isFresh(after job: Job) -> Bool {
        let count = jobs.load(ordering: .relaxed)
        guard count < Self.mostJobs else { return false }
        if job.isLight, !count.isMultiple(of: Self.jobsBetweenLooks) { return true }
        return ProcessorTime.seconds(of: process).map { $0 < Self.mostSeconds } ?? false
            && MachineMemory.resident(of: process).map { $0 < Self.mostResident } ?? false
    }

    /// Whether a successor should be there, so that it is ready when this one has done its part, some pictures from now.
    var isNearlyDone: Bool { jobs.load(ordering: .relaxed) >= Self.mostJobs - 12 }

    /// Ends the process in the middle of whatever it does; whoever waits for its answer learns that it has gone.
    func kill() {
        isReaped.withLock { isReaped in
            if !isReaped { Glibc.kill(process, SIGKILL) }
        }
    }

    /// Waits for the next answer.
    func answer(until deadline: Deadline) throws(Channel.Fault) -> WorkerAnswer {
        try channel.receive(WorkerAnswer.self, until: deadline).message
    }

    func ask(_ request: WorkerRequest, with descriptors: [Int32]) throws(Channel.Fault) {
        jobs.add(1, ordering: .relaxed)
        try channel.send(request, with: descriptors)
    }

    /// Ends the process and says how it ended.
    ///
    /// - Parameter patience: milliseconds it gets to end by itself, so that a crash keeps its own signal.
    func end(patience: Int) -> ProcessEnding {
        isReaped.withLock { isReaped in
            guard !isReaped else { return .unknown }
            isReaped = true
            var status: Int32 = 0
            for _ in 0..<patience {
                if unsafe waitpid(process, &status, WNOHANG) == process { return ProcessEnding(waitStatus: status) }
                usleep(1_000)
            }
            Glibc.kill(process, SIGKILL)
            _ = unsafe waitpid(process, &status, 0)
            // It was this that ended it.
            return .unknown
        }
    }
}
