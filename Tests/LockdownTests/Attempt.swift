internal import Glibc

/// What a file that has taken a decoder over would try next.
enum Attempt: String, CaseIterable, Codable {
    case openFile, makeFile, readOwnMemory, makeSocket, makeSocketPair, makePipe, startProgram, signalFront
    case shareMemory, takeTooMuchMemory, openManyDescriptors, raiseLimits, changeRoot

    /// Tries it, and says whether that was refused.
    var isRefused: Bool {
        switch self {
        case .openFile: unsafe open("/etc/passwd", O_RDONLY) < 0
        case .makeFile: unsafe open("/tmp", O_RDWR | O_DIRECTORY | 0x40_0000, 0o600) < 0
        case .readOwnMemory: unsafe open("/proc/self/mem", O_RDWR) < 0
        case .makeSocket: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0
        case .makeSocketPair: unsafe Self.withPair { unsafe socketpair(AF_UNIX, 1, 0, $0) } < 0
        case .makePipe: unsafe Self.withPair { unsafe pipe($0) } < 0
        case .startProgram: Self.startIsRefused
        case .signalFront: kill(getppid(), 0) < 0
        case .shareMemory: shmget(IPC_PRIVATE, 4_096, IPC_CREAT | 0o600) < 0
        case .takeTooMuchMemory:
            unsafe mmap(nil, 8 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
        case .openManyDescriptors: fcntl(2, F_DUPFD, 100) < 0
        case .raiseLimits: Self.raisingIsRefused
        case .changeRoot: unsafe chroot("/") < 0
        }
    }

    private static func withPair(_ body: (UnsafeMutablePointer<Int32>) -> Int32) -> Int32 {
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2) { pair in
            unsafe pair.baseAddress.map { unsafe body($0) } ?? 0
        }
    }

    private static var startIsRefused: Bool {
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        return unsafe posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil) != 0
    }

    private static var raisingIsRefused: Bool {
        var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
        return unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) < 0
    }
}
