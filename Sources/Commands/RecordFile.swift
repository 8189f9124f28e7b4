internal import AttachmentModel
internal import Batching
internal import FlowControl
internal import Glibc
internal import Handover

/// A file of JSON objects, or standard input: one object, however it is laid out, or one on each line.
///
/// Lines are lent as they are read, so that the length of the file does not matter.
struct RecordFile {
    /// One object laid out over lines is no longer than this.
    private static let mostBytes = 1 << 20

    /// The path, or `-`.
    let name: String

    /// Lends each record, with the line on which it begins; `nil` for a line that is too long.
    ///
    /// - Parameter body: gives `false` when no more are wanted. An empty file has one record, of no bytes.
    func forEachRecord(
        _ body: (_ line: Int, _ bytes: [UInt8]?) async -> Bool
    ) async throws(CommandFailure) {
        let descriptor = try open()
        var splitter = RecordSplitter()
        var isFirst = true
        while true {
            let piece = try await read(descriptor)
            splitter.append(piece)
            while let record = splitter.next(isEnd: piece.isEmpty) {
                guard var bytes = record.bytes else {
                    isFirst = false
                    guard await body(record.line, nil) else { return }
                    continue
                }
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
                if isFirst, !bytes.endsObject {
                    // Not an object on each line: all of it is one.
                    try await readRest(descriptor, &splitter, piece.isEmpty, into: &bytes)
                    _ = await body(record.line, bytes)
                    return
                }
                isFirst = false
                guard await body(record.line, bytes) else { return }
            }
            if piece.isEmpty {
                if isFirst { _ = await body(1, []) }
                return
            }
        }
    }

    private func readRest(
        _ descriptor: borrowing OwnedDescriptor, _ splitter: inout RecordSplitter, _ isEnd: Bool,
        into bytes: inout [UInt8]
    ) async throws(CommandFailure) {
        var isEnd = isEnd
        while true {
            while let record = splitter.next(isEnd: isEnd) { bytes += [0x0A] + (record.bytes ?? []) }
            guard bytes.count <= Self.mostBytes else {
                throw SettingsFile.invalid("\(name) is no file of JSON objects")
            }
            if isEnd { return }
            let piece = try await read(descriptor)
            splitter.append(piece)
            isEnd = piece.isEmpty
        }
    }

    private func open() throws(CommandFailure) -> OwnedDescriptor {
        let number = name == "-" ? dup(STDIN_FILENO) : unsafe Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw unreadable() }
        return OwnedDescriptor(owning: number)
    }

    /// The next piece, empty at the end; a pipe may let its reader wait.
    private func read(_ descriptor: borrowing OwnedDescriptor) async throws(CommandFailure) -> [UInt8] {
        let number = descriptor.number
        let (piece, failure) = await BlockingLane().run { () -> ([UInt8], Int32) in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var got = 0
            repeat { got = unsafe Glibc.read(number, &buffer, buffer.count) } while got < 0 && errno == EINTR
            return (Array(buffer.prefix(max(0, got))), got < 0 ? errno : 0)
        }
        guard failure == 0 else {
            errno = failure
            throw unreadable()
        }
        return piece
    }

    private func unreadable() -> CommandFailure {
        let reason = unsafe String(cString: strerror(errno))
        return .problem(PreparationError(.sourceUnreadable, "\(name) cannot be read", detail: reason))
    }
}

extension [UInt8] {
    /// Whether a line ends as an object on a line of its own does.
    fileprivate var endsObject: Bool {
        last { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "}")
            && first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "{")
    }
}
