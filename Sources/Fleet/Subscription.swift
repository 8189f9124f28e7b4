internal import CNATS

/// What is heard on a subject, by one reader at a time.
@safe struct Subscription: ~Copyable, Sendable {
    /// What is not fetched may take so much memory before the client drops it.
    private static let mostPendingBytes: Int32 = 256_000_000

    private nonisolated(unsafe) let handle: OpaquePointer?

    init(owning handle: OpaquePointer?) {
        unsafe self.handle = handle
        _ = unsafe natsSubscription_SetPendingLimits(handle, -1, Self.mostPendingBytes)
    }

    deinit {
        unsafe natsSubscription_Destroy(handle)
    }

    /// Has nothing more sent here; what has come already can still be read.
    func drain() throws(QueueFault) {
        try unsafe natsSubscription_Drain(handle).check()
    }

    /// The next message; `nil` when none comes within so many milliseconds.
    func next(waitMilliseconds: Int64) throws(QueueFault) -> Message? {
        var message: OpaquePointer?
        let status = unsafe natsSubscription_NextMsg(&message, handle, waitMilliseconds)
        defer { unsafe natsMsg_Destroy(message) }
        if status == NATS_TIMEOUT { return nil }
        if status == NATS_NO_RESPONDERS {
            return Message(subject: "", reply: nil, status: 503, unfilled: nil, bytes: [])
        }
        try status.check()
        return unsafe Message(
            subject: Self.subject(of: message), reply: Self.text(natsMsg_GetReply(message)),
            status: Self.header("Status", of: message).flatMap { Int($0) },
            unfilled: Self.header("Nats-Pending-Messages", of: message).flatMap { Int($0) },
            bytes: Self.bytes(of: message))
    }

    private static func header(_ name: String, of message: OpaquePointer?) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
        return unsafe text(value)
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }

    static func subject(of message: OpaquePointer?) -> String { unsafe text(natsMsg_GetSubject(message)) ?? "" }

    static func bytes(of message: OpaquePointer?) -> [UInt8] {
        guard let start = unsafe natsMsg_GetData(message) else { return [] }
        let count = Int(unsafe natsMsg_GetDataLength(message))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
