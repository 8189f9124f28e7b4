internal import Glibc
internal import Handover
internal import Lockdown
internal import Testing

/// What a program that was taken over can do behind its lock; Perl stands for it, which can try anything by itself.
@Suite(.timeLimit(.minutes(2)))
struct LockedProgramTests {
    /// Each is an expression that is true when it succeeds.
    enum Attempt: String, CaseIterable, Codable {
        case openAFile = #"open(F, "<", "/etc/passwd")"#
        case openAFolder = #"opendir(D, "/tmp")"#
        case makeAFile = #"open(F, ">", "/tmp/affix-test-$$") && unlink("/tmp/affix-test-$$")"#
        case makeAFolder = #"mkdir("/tmp/affix-test-$$") && rmdir("/tmp/affix-test-$$")"#
        case readTheFront = #"open(F, "<", "/proc/" . getppid . "/maps")"#
        case makeASocket = "socket(S, 2, 1, 0)"
        case makeALocalSocket = "socket(S, 1, 1, 0)"
        case makeAPair = "socketpair(A, B, 1, 1, 0)"
        case startAShell = #"exec("/bin/sh", "-c", "exit 1")"#
        case startItselfAgain = #"exec("/usr/bin/perl", "-e", "exit 1")"#
        case becomeTwo = "defined(fork)"
        case signalTheFront = "kill(0, getppid)"
        case linkAFile = #"symlink("a", "/tmp/affix-test-$$") && unlink("/tmp/affix-test-$$")"#
        case setAMode = #"chmod(0600, "/proc/self/fd/4")"#
    }

    @Test(arguments: Attempt.allCases) func `there is no way out`(attempt: Attempt) async {
        await #expect(processExitsWith: .exitCode(7)) { [attempt] in
            try perl("exit((\(attempt.rawValue)) ? 1 : 7)").start()
        }
    }

    /// An attempt that fails anyway would prove nothing.
    @Test(arguments: Attempt.allCases) func `without the lock the same attempt succeeds`(attempt: Attempt) async {
        await #expect(processExitsWith: .exitCode(1)) { [attempt] in
            var program = perl("exit((\(attempt.rawValue)) ? 1 : 7)")
            program.isLocked = false
            try program.start()
        }
    }

    /// In memory, and on a disk without a name.
    @Test(arguments: [0, 1 << 21]) func `what it was handed can be opened by its number`(size: Int) async {
        await #expect(processExitsWith: .exitCode(7)) { [size] in
            let copying = #"""
                open(I, "<", "/proc/self/fd/3") or exit 1; open(O, ">", "/proc/self/fd/4") or exit 2;
                print O <I>; close(O); open(R, "<", "/proc/self/fd/4") or exit 3; exit(<R> =~ /open/ ? 7 : 4)
                """#
            try perl(copying, size: size).start()
        }
    }

    @Test func `an input cannot be written`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            try perl(#"exit(open(I, "+<", "/proc/self/fd/3") ? 1 : 7)"#, size: 1 << 21).start()
        }
    }

    @Test func `more than its output may have ends it`() async {
        await #expect(processExitsWith: .signal(SIGXFSZ)) {
            var program = perl(#"open(O, ">", "/proc/self/fd/4"); for (1..99) { syswrite(O, "a" x 100000) }"#)
            program.bounds.fileSize = 1_000_000
            try program.start()
        }
    }

    /// Perl has no other way to say that it got no memory than to end with the error's number.
    @Test func `memory beyond its bound is not given`() async {
        await #expect(processExitsWith: .exitCode(12)) {
            var program = perl(#"my $a = "a" x (1 << 29); exit 7"#)
            program.bounds.memory = 1 << 28
            try program.start()
        }
    }

    @Test func `one that spins is ended by the kernel`() async {
        await #expect(processExitsWith: .signal(SIGXCPU)) {
            var program = perl("1 while 1")
            program.bounds.processorSeconds = 1
            try program.start()
        }
    }

    @Test func `it has no environment`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            try perl("exit(%ENV ? 1 : 7)").start()
        }
    }

    @Test func `a program that is not there is a fault`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            var program = perl("")
            program.program = "/nonexistent/perl"
            do { try program.start() } catch { _exit(7) }
        }
    }
}

/// Perl with a script as the file it is handed, since it opens more for one on its command line.
///
/// - Parameter size: of the files, as far as that decides where they lie.
private func perl(_ script: String, size: Int = 0) -> LockedProgram {
    let room = SpoolRoom(folder: "/tmp/affix-test-room", bytes: 0)
    var bounds = ProcessBounds()
    bounds.memory = 1 << 30
    // Numbers of their own: the runner of the tests has descriptors, and threads that use them, in this process as well.
    var (source, target): (Int32, Int32) = (-1, -1)
    if let input = room.emptyFile(expecting: size), let output = room.emptyFile(expecting: size) {
        (source, target) = (fcntl(input.number, F_DUPFD, 500), fcntl(output.number, F_DUPFD, 500))
    }
    let script = script.replacing("/fd/3", with: "/fd/\(source)").replacing("/fd/4", with: "/fd/\(target)")
    _ = unsafe write(source, script, script.utf8.count)
    lseek(source, 0, SEEK_SET)
    // The front starts a worker with every signal as it is by nature; a test's own thread blocks them.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    for limit in [SIGXCPU, SIGXFSZ] { _ = signal(limit, SIG_DFL) }
    return LockedProgram("/usr/bin/perl", ["/proc/self/fd/\(source)"], input: source, output: target, bounds: bounds)
}
