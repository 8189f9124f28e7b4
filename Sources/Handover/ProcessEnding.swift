internal import Glibc

/// How a process ended.
package enum ProcessEnding: Hashable, CustomStringConvertible {
    case signal(Int32)
    case status(Int32)
    /// It was seen to be gone before, or had to be ended.
    case unknown

    package init(waitStatus: Int32) {
        let signal = waitStatus & 0x7f
        self = signal != 0 ? .signal(signal) : .status((waitStatus >> 8) & 0xff)
    }

    /// Whether somebody else ended it, such as the system for want of memory or an operator: no fault and no limit of its
    /// own does it so.
    package var isFromOutside: Bool {
        guard case .signal(let number) = self else { return false }
        return [SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(number)
    }

    package var description: String {
        switch self {
        case .signal(let number): "signal \(number)"
        case .status(let number): "status \(number)"
        case .unknown: "unknown"
        }
    }
}
