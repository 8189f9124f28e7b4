internal import CNATS
internal import FlowControl
internal import Glibc

/// A connection to one of the servers of a queue, which comes back by itself for as long as it has an owner.
///
/// The client keeps threads apart, so any number of them may use it. Its calls may block; see each.
@safe struct Connection: ~Copyable, Sendable {
    private nonisolated(unsafe) var handle: OpaquePointer?

    /// Connects; blocks for up to two seconds for each server.
    init(to access: QueueAccess) throws(QueueFault) {
        unsafe handle = nil
        var options: OpaquePointer?
        try unsafe natsOptions_Create(&options).check()
        defer { unsafe natsOptions_Destroy(options) }
        try unsafe Self.set(options, to: access)
        try unsafe natsConnection_Connect(&handle, options).check()
    }

    private static func set(_ options: OpaquePointer?, to access: QueueAccess) throws(QueueFault) {
        try unsafe affix_nats_prepare(options).check()
        try unsafe affix_nats_add_server_list(options, access.address.servers.joined(separator: ",")).check()
        if access.isSecure { try unsafe natsOptions_SetSecure(options, true).check() }
        // The client would only say that something is wrong.
        for file in [access.caFile, access.certificate, access.key, access.credentials].compactMap(\.self) {
            guard unsafe Glibc.access(file, R_OK) == 0 else { throw QueueFault(.denied, "\(file) cannot be read") }
        }
        if let file = access.caFile { try unsafe natsOptions_LoadCATrustedCertificates(options, file).check() }
        if let certificate = access.certificate {
            try unsafe natsOptions_LoadCertificatesChain(options, certificate, access.key ?? certificate).check()
        }
        if let file = access.credentials {
            try unsafe natsOptions_SetUserCredentialsFromFiles(options, file, nil).check()
        }
    }

    deinit {
        // Closes it as well.
        unsafe natsConnection_Destroy(handle)
    }

    /// Whether a server is there at this moment.
    var isConnected: Bool { unsafe natsConnection_Status(handle) == NATS_CONN_STATUS_CONNECTED }
    /// Whether it has given up for good, as when a server has taken back the right to connect.
    var isClosed: Bool { unsafe natsConnection_IsClosed(handle) }

    /// A subject on which only this connection listens.
    func makeInbox() throws(QueueFault) -> String {
        var inbox: UnsafeMutablePointer<CChar>?
        try unsafe natsInbox_Create(&inbox).check()
        defer { unsafe natsInbox_Destroy(inbox) }
        return unsafe inbox.map { unsafe String(cString: $0) } ?? ""
    }

    /// Listens on a subject.
    func subscribe(to subject: String) throws(QueueFault) -> Subscription {
        var subscription: OpaquePointer?
        try unsafe natsConnection_SubscribeSync(&subscription, handle, subject).check()
        return unsafe Subscription(owning: subscription)
    }

    /// Says something; without a server it is kept for when there is one again, up to the client's bound.
    func publish(_ bytes: [UInt8], on subject: String, replyTo reply: String? = nil) throws(QueueFault) {
        let count = Int32(clamping: bytes.count)
        guard let reply else { return try unsafe natsConnection_Publish(handle, subject, bytes, count).check() }
        try unsafe natsConnection_PublishRequest(handle, subject, reply, bytes, count).check()
    }

    /// Sends a message that is to be stored once for each identity; the server's answer goes to `reply`.
    func send(
        _ bytes: [UInt8], on subject: String, identity: String, replyTo reply: String
    ) throws(QueueFault) {
        let count = Int32(clamping: bytes.count)
        try unsafe affix_nats_send(handle, subject, reply, bytes, count, identity).check()
    }

    /// Says something and waits for whoever answers first.
    func request(_ bytes: [UInt8], on subject: String, wait: Duration) throws(QueueFault) {
        var reply: OpaquePointer?
        let count = Int32(clamping: bytes.count)
        let status = unsafe natsConnection_Request(
            &reply, handle, subject, bytes, count, Int64(wait.milliseconds.rounded(.up)))
        unsafe natsMsg_Destroy(reply)
        try status.check()
    }

    /// Waits until the server has seen everything that was said.
    func flush(wait: Duration) throws(QueueFault) {
        try unsafe natsConnection_FlushTimeout(handle, Int64(wait.milliseconds.rounded(.up))).check()
    }

    /// The streams of these servers.
    ///
    /// - Parameter wait: how long a call may wait for its answer.
    func streams(wait: Duration) throws(QueueFault) -> JetStream {
        var context: OpaquePointer?
        try unsafe affix_nats_stream_context(&context, handle, Int64(wait.milliseconds)).check()
        return unsafe JetStream(owning: context)
    }
}
