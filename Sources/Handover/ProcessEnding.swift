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

    package var description: String {
        switch self {
        case .signal(let number): "signal \(number)"
        case .status(let number): "status \(number)"
        case .unknown: "unknown"
        }
    }
}
