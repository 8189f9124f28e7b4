internal import CSandbox
internal import Glibc

/// The system calls a worker may still make; every other one fails with EPERM.
enum CallFilter {
    /// Memory, threads, time, and the descriptors it holds.
    private static let allowed = [
        "read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "fstat", "ftruncate", "close", "mmap",
        "munmap", "mremap", "mprotect", "madvise", "brk", "futex", "exit", "exit_group", "rt_sigaction",
        "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "sched_yield", "sched_getaffinity", "gettid", "getpid",
        "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom", "set_robust_list", "rseq",
        "sendmsg", "recvmsg", "poll", "ppoll", "sysinfo", "getcpu", "tgkill", "restart_syscall",
    ]

    static func load() throws(Lockdown.Fault) {
        guard let context = unsafe affix_filter(EPERM) else {
            throw Lockdown.Fault(description: "libseccomp has no filter to give")
        }
        defer { unsafe seccomp_release(context) }
        // A thread is a clone that shares everything; clone3 hides its flags in memory, where a filter cannot look:
        // with ENOSYS glibc takes the older call.
        let shares = UInt64(AFFIX_THREAD_FLAGS)
        var result = unsafe affix_filter_all_threads(context)
        result |= unsafe affix_allow_masked(context, affix_call_number("clone"), 0, shares, shares)
        result |= unsafe affix_refuse(context, affix_call_number("clone3"), ENOSYS)
        // Threads get names; nothing else of prctl.
        result |= unsafe affix_allow_masked(context, affix_call_number("prctl"), 0, .max, UInt64(PR_SET_NAME))
        for name in allowed { result |= unsafe affix_allow(context, affix_call_number(name)) }
        guard result == 0 else { throw Lockdown.Fault(description: "a rule of the system call filter was refused") }
        guard unsafe seccomp_load(context) == 0 else {
            throw Lockdown.Fault(description: "the kernel refused the system call filter")
        }
    }
}
