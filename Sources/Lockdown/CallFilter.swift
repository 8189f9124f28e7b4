internal import CSandbox
internal import Glibc

/// The system calls that are left; every other one fails with EPERM.
struct CallFilter {
    /// What is allowed whatever its arguments.
    private let allowed: [String]
    /// What fails with another error than EPERM, because a library asks before it goes on without.
    private let refused: [(name: String, error: Int32)]
    /// What is allowed with one value of one argument.
    private let exact: [(name: String, argument: UInt32, value: UInt64)]

    /// Memory, threads, time, and the descriptors it holds.
    private static let common = [
        "read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "fstat", "ftruncate", "close", "mmap",
        "munmap", "mremap", "mprotect", "madvise", "brk", "futex", "exit", "exit_group", "rt_sigaction",
        "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "sched_yield", "sched_getaffinity", "gettid", "getpid",
        "clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom", "set_robust_list", "rseq",
        "poll", "ppoll", "sysinfo", "getcpu", "restart_syscall",
    ]

    /// What a worker is left with.
    static let worker = CallFilter(allowed: common + ["sendmsg", "recvmsg", "tgkill"], refused: [], exact: [])

    /// What a program needs besides to be loaded and to open what Landlock lets it.
    private static let loading = [
        "access", "faccessat", "faccessat2", "arch_prctl", "getdents64", "getegid", "geteuid", "getgid", "getrusage",
        "getuid", "mlock", "newfstatat", "open", "openat", "prlimit64", "readlink", "readlinkat", "set_tid_address",
        "stat",
        "statfs", "statx", "uname",
    ]

    /// Reading and setting a descriptor's flags, and reading those of its file.
    private static let descriptorFlags: [UInt64] = [UInt64(F_GETFD), UInt64(F_SETFD), UInt64(F_GETFL)]

    /// What a program is left with that may be started once, by a call with this very pointer: another program cannot
    /// know it, and could not start anything else by it.
    static func program(startedBy path: UInt64) -> CallFilter {
        let own = UInt64(getpid())
        return CallFilter(
            allowed: common + loading, refused: [("ioctl", ENOTTY)],
            exact: [("execve", 0, path), ("tgkill", 0, own)] + descriptorFlags.map { ("fcntl", 1, $0) })
    }

    func load() throws(Lockdown.Fault) {
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
        for call in refused { result |= unsafe affix_refuse(context, affix_call_number(call.name), call.error) }
        for call in exact {
            result |= unsafe affix_allow_masked(context, affix_call_number(call.name), call.argument, .max, call.value)
        }
        guard result == 0 else { throw Lockdown.Fault(description: "a rule of the system call filter was refused") }
        guard unsafe seccomp_load(context) == 0 else {
            throw Lockdown.Fault(description: "the kernel refused the system call filter")
        }
    }
}
