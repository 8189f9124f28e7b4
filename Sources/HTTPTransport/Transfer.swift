internal import AttachmentModel
internal import CCurl
internal import FlowControl

/// One exchange while it runs; it lives on the transport's thread and never leaves it.
///
/// libcurl holds an unretained pointer to it from `prepare` until the loop has taken the handle out, and the loop keeps
/// the object itself for exactly as long.
final class Transfer {
    let ticket: Ticket
    private(set) var easy: EasyHandle
    private var watch: TransferWatch
    private var reader = HeadReader()
    private var head: HTTPHead?
    private var firstByteMilliseconds = 0.0
    /// Bytes of the request's body that libcurl has taken.
    private var sentCount = 0
    /// The receiver wants no more of the body.
    private var hasEnough = false
    private var decoder: BodyDecoder?
    private let stage: BodyStage
    /// Told when the transfer must be looked at next, whenever it begins something new.
    var onPhase: (ContinuousClock.Instant) -> Void = { _ in }
    /// The first thing of our own that went wrong; libcurl's result is only its consequence.
    private var failure: PreparationError?
    private let start: ContinuousClock.Instant

    init?(_ ticket: Ticket, at now: ContinuousClock.Instant, stage: BodyStage) {
        guard let easy = EasyHandle() else { return nil }
        self.easy = easy
        self.ticket = ticket
        self.stage = stage
        start = now
        watch = TransferWatch(ticket.call.budgets, start: now, end: ticket.call.deadline.instant)
        guard self.easy.prepare(for: ticket.call) else { return nil }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let result = unsafe affix_curl_set_callbacks(
            self.easy.pointer, context, Self.openSocket, Self.hasConnected, Self.takeHeader, Self.takeBody)
        guard result == CURLE_OK else { return nil }
        if let sender = ticket.call.method.sender {
            let result = unsafe affix_curl_set_upload(
                self.easy.pointer, context, Self.giveBody, Self.seekBody, sender.count)
            guard result == CURLE_OK else { return nil }
        }
    }

    /// The transfer behind a callback's context.
    static func at(_ context: UnsafeMutableRawPointer) -> Transfer {
        unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Whether it ends from our side, as soon as the loop gets to it.
    private var isEnding: Bool { failure != nil || hasEnough }

    /// Whether the answer is all we want, although the host would send more: nobody reads what a redirect says besides.
    private var isCutOnPurpose: Bool { hasEnough || head?.isRedirect ?? false }

    var nextInstant: ContinuousClock.Instant { isEnding ? start : watch.nextInstant }

    /// What the transfer comes to when it ends from our side now; `nil` while it may go on.
    func ending(at now: ContinuousClock.Instant) -> Ticket.Outcome? {
        if let failure { return .failure(failure) }
        if let head, hasEnough { return .success(exchange(head)) }
        return exceeded(at: now).map { .failure($0) }
    }

    private func exchange(_ head: HTTPHead) -> HTTPExchange {
        HTTPExchange(head: head, firstByteMilliseconds: firstByteMilliseconds)
    }

    /// The budget that is used up, as an error.
    private func exceeded(at now: ContinuousClock.Instant) -> PreparationError? {
        guard let code = watch.exceeded(at: now) else { return nil }
        return code == .fetchTimeoutConnect
            ? lateConnection : PreparationError(code, detail: "host \(ticket.call.host)")
    }

    /// Connecting took too long; TCP and TLS share one budget, so the words say which of them was waited for.
    private var lateConnection: PreparationError {
        let lateness =
            easy.hasReachedHost
            ? "it took the connection and did not complete the TLS handshake" : "no TCP connection came about"
        return PreparationError(.fetchTimeoutConnect, detail: "host \(ticket.call.host): \(lateness)")
    }

    /// Turns libcurl's result into the caller's.
    func outcome(_ result: CURLcode) -> Ticket.Outcome {
        if let failure { return .failure(failure) }
        if let head, result == CURLE_OK || isCutOnPurpose {
            guard isCutOnPurpose || decoder?.isAtEnd ?? true else {
                return .failure(PreparationError(.fetchTruncated, "The encoded body ends before its own end"))
            }
            return .success(exchange(head))
        }
        // libcurl has the same budget, and now and then the quicker clock.
        if result == CURLE_OPERATION_TIMEDOUT { return .failure(lateConnection) }
        return .failure(
            TransferFailure(result, verifyResult: easy.verifyResult, words: easy.errorWords, hasHead: head != nil)
                .problem(for: ticket.call))
    }
}

extension Transfer {
    func connected() {
        watch.connected(at: .now)
        onPhase(nextInstant)
    }

    /// The machine has nothing left to serve this transfer with.
    func giveUpForLackOfRoom() {
        failure = failure ?? PreparationError(.overloaded, "No descriptor is left for another connection")
        onPhase(nextInstant)
    }

    /// The address is judged where it is dialled: whatever a name resolved to before, no other socket is ever made.
    func mayDial(_ address: String) -> Bool {
        if ticket.mayDial(address, ticket.call.port) { return true }
        failure = PreparationError(
            .sourceAddressForbidden, "The host \(ticket.call.host) lies at \(address), which may not be fetched from")
        return false
    }

    /// `false` ends the transfer.
    func take(header line: UnsafeRawBufferPointer) -> Bool {
        attempt { () throws(PreparationError) in
            let head = unsafe try reader.take(line)
            // An interim head promises an answer and does not begin it.
            if !reader.isInterim { noteAnswer(line.count) }
            guard let head else { return true }
            self.head = head
            // Nobody reads what a redirect says besides.
            if !head.isRedirect { try head.checkFraming() }
            try ticket.receiver.begin(head)
            if head.isRedirect { return false }
            decoder = try BodyDecoder(head)
            return true
        }
    }

    /// Gives libcurl more of the request's body; `nil` ends the transfer.
    func give(into room: UnsafeMutableRawBufferPointer) -> Int? {
        guard let sender = ticket.call.method.sender else { return nil }
        watch.sent(at: .now)
        guard let count = unsafe sender.read(into: room, from: sentCount) else {
            failure = PreparationError(.internalFault, "The body of a request cannot be read")
            return nil
        }
        sentCount += count
        return count
    }

    /// The body is to be given again from a place on.
    func seek(to place: Int) {
        sentCount = place
    }

    private func noteAnswer(_ count: Int) {
        let now = ContinuousClock.now
        watch.received(count, at: now)
        guard firstByteMilliseconds == 0 else { return }
        firstByteMilliseconds = (now - start) / .milliseconds(1)
        onPhase(nextInstant)
    }

    /// `false` ends the transfer.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        watch.received(bytes.count, at: .now)
        if isCutOnPurpose { return false }
        unsafe stage.add(bytes, of: self)
        return !isEnding
    }

    /// Takes what the stage has gathered.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        if isEnding { return }
        let isTaken = attempt { () throws(PreparationError) in
            guard head != nil else {
                throw PreparationError(.fetchUnreadableAnswer, "The answer has a body without a head")
            }
            guard let decoder else {
                hasEnough = try unsafe !ticket.receiver.take(bytes)
                return !hasEnough
            }
            try unsafe decoder.decode(bytes) { (decoded) throws(PreparationError) in
                // Asked here as well as by the loop: a few bytes can decode to so many that it is not reached for long.
                if let exceeded = exceeded(at: .now) { throw exceeded }
                if hasEnough { return }
                hasEnough = try unsafe !ticket.receiver.take(decoded)
            }
            return !hasEnough
        }
        if !isTaken { onPhase(nextInstant) }
    }

    private func attempt(_ body: () throws(PreparationError) -> Bool) -> Bool {
        do {
            return try body()
        } catch {
            failure = error
            return false
        }
    }
}
