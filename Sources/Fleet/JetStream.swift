internal import CNATS

/// The streams of a server: what is said on their subjects is kept.
///
/// Its calls block until the server answers.
@safe struct JetStream: ~Copyable, Sendable {
    /// How a stream stands.
    struct StreamState: Hashable, Sendable {
        var messages: UInt64
        var bytes: UInt64
        var firstSequence: UInt64
        /// The place of the message that came last, whether it is still there or not.
        var lastSequence: UInt64
        var replicas: Int
    }

    /// How a consumer stands.
    struct ConsumerState: Hashable, Sendable {
        var name: String
        /// Nanoseconds until an unacknowledged message is delivered again.
        var ackWait: Int64
        /// Messages that were never delivered.
        var pending: UInt64
        /// Messages that are being worked on.
        var inWork: Int
        var redelivered: Int
        /// Requests for messages that wait for some.
        var waiting: Int
    }

    private nonisolated(unsafe) let context: OpaquePointer?

    init(owning context: OpaquePointer?) {
        unsafe self.context = context
    }

    deinit {
        unsafe jsCtx_Destroy(context)
    }

    /// Makes a stream on disk; one that is there already stays as it is.
    ///
    /// - Parameters:
    ///   - isWorkQueue: whether a message goes when it is acknowledged.
    ///   - life: nanoseconds after which a message goes; 0 is never.
    ///   - duplicates: nanoseconds during which one identity is stored once.
    func makeStream(
        _ name: String, on subject: String, isWorkQueue: Bool, replicas: Int, life: Int64, duplicates: Int64
    ) throws(QueueFault) {
        var code = jsErrCode(0)
        let status = unsafe affix_nats_add_stream(
            context, name, subject, isWorkQueue, Int64(replicas), life, duplicates, &code)
        do throws(QueueFault) {
            try status.check(code)
        } catch {
            guard error.kind == .exists else { throw error }
        }
    }

    /// Has a stream kept on so many servers, if it is kept on fewer.
    func raiseReplicas(of stream: String, to replicas: Int) throws(QueueFault) {
        var code = jsErrCode(0)
        try unsafe affix_nats_raise_replicas(context, stream, Int64(replicas), &code).check(code)
    }

    func state(of stream: String) throws(QueueFault) -> StreamState {
        var info: UnsafeMutablePointer<jsStreamInfo>?
        var code = jsErrCode(0)
        try unsafe js_GetStreamInfo(&info, context, stream, nil, &code).check(code)
        defer { unsafe jsStreamInfo_Destroy(info) }
        guard let info = unsafe info?.pointee else { throw QueueFault(.other, "no state") }
        let state = unsafe info.State
        return unsafe StreamState(
            messages: state.Msgs, bytes: state.Bytes, firstSequence: state.FirstSeq, lastSequence: state.LastSeq,
            replicas: Int(info.Config?.pointee.Replicas ?? 1))
    }

    /// Makes a consumer, or takes the one of this name as it is.
    ///
    /// - Parameters:
    ///   - name: `nil` for one that nobody else uses, and that goes by itself soon.
    ///   - first: the place in the stream from which on messages are given; 0 for all of them.
    ///   - ackWait: nanoseconds until an unacknowledged message is delivered again; `nil` when none is acknowledged.
    func makeConsumer(
        _ name: String?, of stream: String, filter: String?, from first: UInt64 = 0, ackWait: Int64?, mostInWork: Int,
        mostWaiting: Int
    ) throws(QueueFault) -> ConsumerState {
        if let name, let state = try consumer(name, of: stream) { return state }
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        var code = jsErrCode(0)
        let inactive: Int64 = name == nil ? 30_000_000_000 : 0
        let status = unsafe affix_nats_add_consumer(
            &info, context, stream, name, filter, first, ackWait != nil, ackWait ?? 0, Int64(mostInWork),
            Int64(mostWaiting), inactive, &code)
        defer { unsafe jsConsumerInfo_Destroy(info) }
        do throws(QueueFault) {
            try status.check(code)
        } catch {
            // Somebody else was faster.
            if let name, error.kind == .exists, let state = try consumer(name, of: stream) { return state }
            throw error
        }
        return try unsafe Self.state(of: info)
    }

    /// How a consumer stands; `nil` when there is none of this name.
    func consumer(_ name: String, of stream: String) throws(QueueFault) -> ConsumerState? {
        var info: UnsafeMutablePointer<jsConsumerInfo>?
        var code = jsErrCode(0)
        let status = unsafe js_GetConsumerInfo(&info, context, stream, name, nil, &code)
        defer { unsafe jsConsumerInfo_Destroy(info) }
        do throws(QueueFault) {
            try status.check(code)
        } catch {
            if error.kind == .notFound { return nil }
            throw error
        }
        return try unsafe Self.state(of: info)
    }

    func deleteConsumer(_ name: String, of stream: String) throws(QueueFault) {
        var code = jsErrCode(0)
        do throws(QueueFault) {
            try unsafe js_DeleteConsumer(context, stream, name, nil, &code).check(code)
        } catch {
            guard error.kind == .notFound else { throw error }
        }
    }

    /// Stores a message, once for each identity; gives its place.
    func store(_ bytes: [UInt8], on subject: String, identity: String) throws(QueueFault) -> UInt64 {
        var sequence: UInt64 = 0
        var code = jsErrCode(0)
        let count = Int32(clamping: bytes.count)
        try unsafe affix_nats_store(context, subject, bytes, count, identity, &sequence, &code).check(code)
        return sequence
    }

    /// The message at a place; `nil` when it is gone.
    func message(at sequence: UInt64, of stream: String) throws(QueueFault) -> Message? {
        var message: OpaquePointer?
        var code = jsErrCode(0)
        let status = unsafe js_GetMsg(&message, context, stream, sequence, nil, &code)
        defer { unsafe natsMsg_Destroy(message) }
        do throws(QueueFault) {
            try status.check(code)
        } catch {
            if error.kind == .notFound { return nil }
            throw error
        }
        return unsafe Message(
            subject: Subscription.subject(of: message), reply: nil, status: nil, unfilled: nil,
            bytes: Subscription.bytes(of: message))
    }

    /// Removes a message; that it is gone already is as well.
    func delete(_ sequence: UInt64, of stream: String) throws(QueueFault) {
        var code = jsErrCode(0)
        do throws(QueueFault) {
            try unsafe js_DeleteMsg(context, stream, sequence, nil, &code).check(code)
        } catch {
            // Some servers have one code for all that keeps a message from being removed, also that there is none.
            guard error.kind != .notFound, try message(at: sequence, of: stream) != nil else { return }
            throw error
        }
    }

    /// Removes the messages on a subject; `nil` for all of them.
    func purge(_ stream: String, subject: String? = nil) throws(QueueFault) {
        var code = jsErrCode(0)
        try unsafe affix_nats_purge(context, stream, subject, &code).check(code)
    }

    /// Opens or makes a bucket of keys and values.
    ///
    /// - Parameter life: nanoseconds after which a value goes that nobody has put again.
    func bucket(
        _ name: String, isOnDisk: Bool, replicas: Int, life: Int64
    ) throws(QueueFault) -> Bucket {
        var store: OpaquePointer?
        if unsafe js_KeyValue(&store, context, name) != NATS_OK {
            try unsafe affix_nats_add_bucket(&store, context, name, isOnDisk, Int32(clamping: replicas), life).check()
        }
        return unsafe Bucket(owning: store)
    }

    private static func state(of info: UnsafeMutablePointer<jsConsumerInfo>?) throws(QueueFault) -> ConsumerState {
        guard let info = unsafe info?.pointee, let name = unsafe info.Name else {
            throw QueueFault(.other, "no consumer")
        }
        return unsafe ConsumerState(
            name: String(cString: name), ackWait: info.Config?.pointee.AckWait ?? 0, pending: info.NumPending,
            inWork: Int(info.NumAckPending), redelivered: Int(info.NumRedelivered), waiting: Int(info.NumWaiting))
    }
}
