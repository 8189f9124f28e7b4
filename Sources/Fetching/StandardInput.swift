internal import AttachmentModel
internal import FlowControl
internal import Glibc
internal import Handover

/// Whatever a pipe brings, up to the limit and the deadline.
struct StandardInput: Sendable {
    /// Standard input, unless a test has a pipe of its own; it is not closed.
    var descriptor: Int32 = 0
    let limits: SourceLimits
    let room: SpoolRoom

    /// Reads to the end; blocks for no longer than the deadline.
    func read(until deadline: Deadline, _ onProgress: Fetcher.Progress) throws(PreparationError) -> Download {
        var intake = try Intake(limits, in: room)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            try wait(until: deadline)
            let got = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if got == 0 { return try intake.finish() }
            guard got > 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                throw unreadable(errno)
            }
            try intake.append(all: buffer[..<got])
            onProgress(intake.count, nil)
        }
    }

    private func wait(until deadline: Deadline) throws(PreparationError) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            guard !deadline.hasPassed() else { throw PreparationError(.deadline, stage: .fetch) }
            let ready = unsafe poll(&waiting, 1, deadline.pollMilliseconds())
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else { throw unreadable(errno) }
        }
    }

    private func unreadable(_ reason: Int32) -> PreparationError {
        let words = unsafe String(cString: strerror(reason))
        return PreparationError(.sourceUnreadable, "Standard input cannot be read: \(words)")
    }
}

extension Intake {
    mutating func append(all bytes: some Collection<UInt8>) throws(PreparationError) {
        let bytes = ContiguousArray(bytes)
        // withUnsafeBytes has no typed throws: the error travels as a value.
        let taken = unsafe bytes.withUnsafeBytes { buffer in
            Result { () throws(PreparationError) in try unsafe append(buffer) }
        }
        try taken.get()
    }
}
