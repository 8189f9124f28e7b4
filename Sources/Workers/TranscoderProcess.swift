internal import AttachmentModel
internal import Confinement
internal import FlowControl
internal import Glibc
internal import Handover
internal import Synchronization
internal import Transcoding

/// One ffmpeg behind its lock, with whatever it starts: ended as a group.
///
/// Its methods block and belong on a lane, one thread for all of them: the kernel ends the process with the thread that
/// started it.
final class TranscoderProcess: Sendable {
    /// Bytes of a line that are kept; a file can make ffmpeg say anything.
    private static let longestLine = 1_000

    private let process: Int32
    private let words: OwnedDescriptor
    private let processorSeconds: Int
    private let isReaped = Mutex(false)

    init(
        program: String, _ arguments: TranscoderArguments, input: Int32, output: Int32
    ) throws(PreparationError) {
        var process: Int32 = 0
        words = try Launch.group(program, arguments.words, input: input, output: output, process: &process)
        self.process = process
        processorSeconds = arguments.processorSeconds
    }

    deinit {
        kill()
        _ = reap()
    }

    /// Ends the whole group in the middle of whatever it does.
    func kill() {
        isReaped.withLock { isReaped in
            if !isReaped { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Gives each line that is said to `take` until the process has ended; `nil` when the deadline came first, and the
    /// group is gone.
    func follow(until deadline: Deadline, _ take: (String) -> Void) -> ProcessEnding? {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            var waiting = pollfd(fd: words.number, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, deadline.pollMilliseconds())
            // Also of one that never stops talking.
            if deadline.hasPassed() {
                kill()
                _ = reap()
                return nil
            }
            guard ready > 0 else { continue }
            let count = unsafe read(words.number, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                    if !line.isEmpty { take(String(decoding: line, as: UTF8.self)) }
                    line.removeAll(keepingCapacity: true)
                } else if line.count < Self.longestLine {
                    line.append(byte)
                }
            }
        }
        if !line.isEmpty { take(String(decoding: line, as: UTF8.self)) }
        // Its streams are closed: it ends now, or is ended.
        return end(until: deadline)
    }

    private func end(until deadline: Deadline) -> ProcessEnding? {
        var (status, usage) = (Int32(0), rusage())
        while !deadline.hasPassed() {
            let isGone = isReaped.withLock { isReaped in
                isReaped = unsafe wait4(process, &status, WNOHANG, &usage) != 0
                return isReaped
            }
            if isGone {
                let ending = ProcessEnding(waitStatus: status)
                // However it gives way when its processor time is over, that is what ended it.
                return ending.isOfKilledFFmpeg && isSpent(usage) ? .signal(SIGXCPU) : ending
            }
            usleep(1_000)
        }
        kill()
        _ = reap()
        return nil
    }

    private func isSpent(_ usage: rusage) -> Bool {
        let seconds = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        // For its limit the kernel counts ticks in which the process ran, some of them not to their end: seen was a tenth.
        return seconds >= 0.8 * Double(processorSeconds)
    }

    private func reap() -> ProcessEnding {
        isReaped.withLock { isReaped in
            guard !isReaped else { return .unknown }
            isReaped = true
            var status: Int32 = 0
            _ = unsafe waitpid(process, &status, 0)
            return ProcessEnding(waitStatus: status)
        }
    }
}
