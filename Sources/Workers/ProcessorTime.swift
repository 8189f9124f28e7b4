internal import Glibc

/// The processor time that a process has taken.
enum ProcessorTime {
    /// Whole seconds, of all its threads; `nil` when it is gone.
    static func seconds(of process: Int32) -> Int? {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return time.tv_sec
    }
}
