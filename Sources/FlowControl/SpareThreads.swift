internal import Dispatch
internal import Glibc
internal import Synchronization

/// Threads whose work is done and that wait a while for more: most calls that block are over sooner than a thread starts.
final class SpareThreads: Sendable {
    typealias Work = @Sendable () -> Void

    private final class Spare: Sendable {
        let bell = DispatchSemaphore(value: 0)
        private let work: Mutex<Work?>
        /// Whether what its thread does now is as good as over.
        let isEnding = Atomic(false)

        init(_ work: @escaping Work) { self.work = Mutex(work) }

        /// `false` when it has something to do next.
        func give(_ work: @escaping Work) -> Bool {
            self.work.withLock { next in
                guard next == nil else { return false }
                next = work
                return true
            }
        }

        /// Does what it was given, and what it was given meanwhile, and lets go of that.
        func run() { while let work = work.withLock({ $0.take() }) { work() } }
    }

    /// Further ones end with their work.
    private static let most = 16
    /// A machine with nothing to do keeps no threads for it.
    private static let patience = DispatchTimeInterval.seconds(5)

    static let shared = SpareThreads()

    /// Where each of these threads finds itself.
    private static let place = {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return key
    }()

    /// The calling thread, if it is one of them.
    private static var current: Spare? {
        unsafe pthread_getspecific(place).map { unsafe Unmanaged<Spare>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether the calling thread is one of them, and so may block.
    static var isCurrent: Bool { unsafe pthread_getspecific(place) != nil }

    /// The one that has waited for the shortest time is last: what it needs lies in the nearest caches.
    private let waiting = Mutex<[Spare]>([])

    /// `false` when the system has no thread to give.
    func start(_ work: @escaping Work) -> Bool {
        if let spare = waiting.withLock({ $0.popLast() }) {
            _ = spare.give(work)
            spare.bell.signal()
            return true
        }
        let spare = Spare(work)
        return OwnThread.start { [self] in
            unsafe pthread_setspecific(Self.place, Unmanaged.passUnretained(spare).toOpaque())
            repeat { spare.run() } while wait(spare)
        }
    }

    /// The same, but by the calling thread, as soon as it is done with what it does: for a task that will wait for it.
    func startNext(_ work: @escaping Work) -> Bool {
        Self.current?.give(work) ?? false || start(work)
    }

    /// Does the last of a thread's present work: a task that it wakes goes on here.
    static func end(_ work: () -> Void) {
        let current = current
        current?.isEnding.store(true, ordering: .relaxed)
        work()
        current?.isEnding.store(false, ordering: .relaxed)
    }

    /// Waits for more work; `false` when the thread is not needed any more.
    private func wait(_ spare: Spare) -> Bool {
        let isKept = waiting.withLock { waiting in
            guard waiting.count < Self.most else { return false }
            waiting.append(spare)
            return true
        }
        guard isKept else { return false }
        if spare.bell.wait(timeout: .now() + Self.patience) == .timedOut {
            let hasLeft = waiting.withLock { waiting in
                guard let place = waiting.firstIndex(where: { $0 === spare }) else { return false }
                waiting.remove(at: place)
                return true
            }
            if hasLeft { return false }
            // Whoever took it off the list is about to ring.
            spare.bell.wait()
        }
        return true
    }
}

extension SpareThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let work: Work = { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
        if let current = Self.current, current.isEnding.load(ordering: .relaxed), current.give(work) { return }
        // Whoever resumes a task may hold a lock, so that nothing of it can be done here.
        if !start(work) { DispatchQueue.global().async(execute: work) }
    }
}
