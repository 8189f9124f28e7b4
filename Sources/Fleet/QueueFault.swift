internal import AttachmentModel
internal import CNATS

/// Why NATS did not do what it was asked.
struct QueueFault: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No server answers.
        case unreachable
        /// The servers do not let this client in, or not do this.
        case denied
        /// There was no answer in time, or none that could be given just now: it may pass.
        case late
        case notFound
        /// It is there already, in another way.
        case exists
        /// Another stream has what ours is to hold: perhaps the same one, which another machine is just making.
        case overlaps
        case other
    }

    let kind: Kind
    /// What happened, for people: the client's words for the status and the server's for the cause, no secret among them.
    let words: String

    /// - Parameter code: what JetStream says of the cause; its words are those of the server.
    init(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) {
        kind = Self.kind(of: status, code)
        var words = unsafe natsStatus_GetText(status).map { unsafe String(cString: $0) } ?? "status \(status.rawValue)"
        if code.rawValue != 0, let reason = unsafe nats_GetLastError(nil) {
            words += " (\(unsafe String(cString: reason)))"
        }
        self.words = words
    }

    init(_ kind: Kind, _ words: String) {
        self.kind = kind
        self.words = words
    }

    private static func kind(of status: natsStatus, _ code: jsErrCode) -> Kind {
        switch code {
        case JSStreamNameExistErr, JSConsumerNameExistErr, JSConsumerExistingActiveErr: return .exists
        case JSStreamNotFoundErr, JSConsumerNotFoundErr, JSNoMessageFoundErr: return .notFound
        case JSStreamSubjectOverlapErr: return .overlaps
        case JSClusterNotAvailErr, JSClusterNotActiveErr, JSClusterIncompleteErr: return .late
        case JSNotEnabledForAccountErr, JSNoAccountErr: return .denied
        default: break
        }
        switch status {
        case NATS_NO_SERVER, NATS_CONNECTION_CLOSED, NATS_IO_ERROR: return .unreachable
        case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED, NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED,
            NATS_SECURE_CONNECTION_REQUIRED:
            return .denied
        case NATS_TIMEOUT, NATS_CONNECTION_DISCONNECTED, NATS_STALE_CONNECTION, NATS_NO_RESPONDERS,
            NATS_INSUFFICIENT_BUFFER:
            return .late
        case NATS_NOT_FOUND: return .notFound
        default: return .other
        }
    }

    /// The same as the error of the whole project.
    ///
    /// - Parameter place: the queue as it may be shown.
    func problem(at place: String) -> PreparationError {
        switch kind {
        case .unreachable, .late:
            PreparationError(.queueUnreachable, "The queue at \(place) does not answer", detail: words)
        case .denied: PreparationError(.queueDenied, "The queue at \(place) does not let us in", detail: words)
        case .notFound, .exists, .overlaps, .other:
            PreparationError(.queueFailed, "The queue at \(place) does not do what it is asked", detail: words)
        }
    }
}

extension natsStatus {
    /// Ends a call to the client that went wrong.
    func check(_ code: jsErrCode = jsErrCode(0)) throws(QueueFault) {
        guard self == NATS_OK else { throw QueueFault(self, code) }
    }
}
