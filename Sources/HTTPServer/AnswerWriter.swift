internal import CMicroHTTPD
internal import Glibc
internal import Handover

/// Turns an answer into what the library sends.
enum AnswerWriter {
    /// What is sent of a stream at once.
    private static let piece = 16 << 10

    /// `false` when the library takes it not, and the connection must be cut.
    static func queue(_ answer: Answer, on connection: OpaquePointer, of core: ServerCore) -> Bool {
        guard let response = unsafe response(for: answer.content, on: connection, of: core) else { return false }
        defer { unsafe MHD_destroy_response(response) }
        guard unsafe add(answer.headers, to: response) else { return false }
        if answer.closes { _ = unsafe MHD_add_response_header(response, "Connection", "close") }
        return unsafe MHD_queue_response(connection, UInt32(answer.status), response) == .YES
    }

    static func add(_ headers: [(name: String, value: String)], to response: OpaquePointer) -> Bool {
        headers.allSatisfy { name, value in unsafe MHD_add_response_header(response, name, value) == .YES }
    }

    private static func response(
        for content: Answer.Content, on connection: OpaquePointer, of core: ServerCore
    ) -> OpaquePointer? {
        switch content {
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { bytes in
                // It copies them, and reads only.
                unsafe MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .file(let file, let offset, let count):
            guard let descriptor = file.take() else { return nil }
            let number = descriptor.release()
            let response = unsafe MHD_create_response_from_fd_at_offset64(UInt64(count), number, UInt64(offset))
            if unsafe response == nil { close(number) }
            return unsafe response
        case .known(let count): return unsafe MHD_create_response_from_callback(UInt64(count), 1, unread, nil, nil)
        case .lines(let feed):
            let source = unsafe LineSource(feed, on: connection, of: core)
            return unsafe MHD_create_response_from_callback(
                UInt64.max, piece, LineSource.read, Unmanaged.passRetained(source).toOpaque(), LineSource.release)
        }
    }
}

/// Stands for what is not sent, so that nobody asks for it.
private let unread: MHD_ContentReaderCallback = { _, _, _, _ in -2 }

/// A feed as the library reads it.
@safe private final class LineSource: Sendable {
    private let feed: LineFeed
    private let core: ServerCore
    private nonisolated(unsafe) let connection: OpaquePointer

    init(_ feed: LineFeed, on connection: OpaquePointer, of core: ServerCore) {
        self.feed = feed
        self.core = core
        unsafe self.connection = connection
    }

    private func piece(into room: UnsafeMutableRawBufferPointer) -> Int {
        let piece = unsafe feed.read(into: room) {
            guard core.suspend({ unsafe MHD_suspend_connection(connection) }) else { return nil }
            let resumption = unsafe Resumption(connection)
            return { resumption.resume() }
        }
        return switch piece {
        case .bytes(let count): count
        case .later: 0
        case .end: -1  // MHD_CONTENT_READER_END_OF_STREAM, whose macro does not import
        case .broken: -2  // MHD_CONTENT_READER_END_WITH_ERROR: no last chunk follows
        }
    }

    static let read: MHD_ContentReaderCallback = { context, _, room, count in
        guard let context = unsafe context else { return -1 }
        let source = unsafe Unmanaged<LineSource>.fromOpaque(context).takeUnretainedValue()
        return unsafe source.piece(into: UnsafeMutableRawBufferPointer(start: room, count: count))
    }

    static let release: MHD_ContentReaderFreeCallback = { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<LineSource>.fromOpaque(context).takeRetainedValue().feed.abandon()
    }
}
