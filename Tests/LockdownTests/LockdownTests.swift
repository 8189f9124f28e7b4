internal import Glibc
internal import Lockdown
internal import Testing

/// Each test locks a process of its own down and tries to get out from inside.
@Suite(.timeLimit(.minutes(2)))
struct LockdownTests {
    @Test(arguments: Attempt.allCases) func `there is no way out`(attempt: Attempt) async {
        await #expect(processExitsWith: .exitCode(7)) { [attempt] in
            let locks = try Lockdown.enter()
            _exit(locks.contains("seccomp") && attempt.isRefused ? 7 : 1)
        }
    }

    /// An attempt that fails anyway would prove nothing.
    @Test(arguments: Attempt.allCases) func `without the lock the same attempt succeeds`(attempt: Attempt) async {
        await #expect(processExitsWith: .exitCode(7)) { [attempt] in _exit(attempt.isRefused ? 1 : 7) }
    }

    @Test func `a decoder that spins is ended by the kernel`() async {
        await #expect(processExitsWith: .signal(SIGXCPU)) {
            var bounds = ProcessBounds()
            bounds.processorSeconds = 1
            _ = try Lockdown.enter(bounds)
            spin()
        }
    }

    @Test func `reading past the input ends the process and nothing else`() async {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            let file = unsafe fileno(tmpfile())
            _ = ftruncate(file, 4_096)
            let start = unsafe mmap(nil, 1 << 20, PROT_READ, MAP_PRIVATE, file, 0)
            _ = try Lockdown.enter()
            let beyond = unsafe start?.load(fromByteOffset: 1 << 16, as: UInt8.self)
            _exit(Int32(beyond ?? 0))
        }
    }

    @Test func `threads, memory and held descriptors still work`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            _ = try Lockdown.enter()
            _exit(works() ? 7 : 1)
        }
    }
}

private func works() -> Bool {
    var thread = pthread_t()
    let started = unsafe pthread_create(&thread, nil, { _ in nil }, nil)
    pthread_join(thread, nil)
    guard let room = unsafe malloc(100 << 20) else { return false }
    unsafe free(room)
    return unsafe started == 0 && write(2, "", 0) == 0
}

private func spin() {
    while true { sched_yield() }
}
