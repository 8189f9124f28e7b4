internal import FoundationEssentials
internal import Glibc

extension Console {
    /// The console of the running process.
    ///
    /// From here on a closed pipe, and a file that may not grow (`ulimit -f`), are answers of `write` and no longer signals
    /// that kill.
    package static func ofProcess() -> Console {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
        return Console(
            output: spoken(stream(STDOUT_FILENO)), error: stream(STDERR_FILENO),
            environment: ProcessInfo.processInfo.environment)
    }

    private static func stream(_ descriptor: Int32) -> Stream {
        Stream(isTerminal: isatty(descriptor) == 1) { text in
            writeAll(Array(text.utf8)[...], to: descriptor)
        }
    }

    /// The stream of results, whose failure nobody would otherwise hear of but by a number.
    private static func spoken(_ output: Stream) -> Stream {
        Stream(isTerminal: output.isTerminal) { text in
            let written = output.write(text)
            if written == .failed {
                let words = "affix: standard output cannot be written; what was prepared is on the shelf\n"
                _ = writeAll(Array(words.utf8)[...], to: STDERR_FILENO)
            }
            return written
        }
    }

    private static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Written {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            let reason = errno
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, reason == EINTR {
                continue
            } else if count < 0, reason == EAGAIN {
                // Somebody made the terminal or pipe non-blocking: wait for room, and look again every second.
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&room, 1, 1_000)
            } else {
                return reason == EPIPE ? .readerGone : .failed
            }
        }
        return .whole
    }
}
