internal import Foundation

/// How much memory this process has held.
package enum ResidentMemory {
    /// Forgets the peak so far; see `clear_refs` in proc(5).
    package static func forgetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    /// The most bytes that were held since.
    package static var peak: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first.map { $0 * 1_024 } ?? 0
    }
}
