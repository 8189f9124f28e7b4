internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// What the library calls, on its own threads.
extension ServerCore {
    static let connection: MHD_NotifyConnectionCallback = { context, connection, place, what in
        guard let context = unsafe context, let connection = unsafe connection, let place = unsafe place else { return }
        let server = unsafe ServerCore.at(context)
        if what == .CONNECTION_NOTIFY_STARTED {
            let conversation = Conversation(
                socket: unsafe affix_mhd_socket(connection), until: .now + server.limits.headTime)
            server.watch.add(conversation)
            unsafe place.pointee = Unmanaged.passRetained(conversation).toOpaque()
        } else if let held = unsafe place.pointee {
            let conversation = unsafe Unmanaged<Conversation>.fromOpaque(held).takeRetainedValue()
            server.watch.remove(conversation)
        }
    }

    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            context, target, connection in
            guard let context = unsafe context, let target = unsafe target, let connection = unsafe connection,
                let conversation = unsafe conversation(on: connection)
            else { return nil }
            conversation.open()
            let exchange = Exchange(
                target: unsafe String(cString: target), in: conversation, of: unsafe ServerCore.at(context).bodies)
            return unsafe Unmanaged.passRetained(exchange).toOpaque()
        }

    static let completed: MHD_RequestCompletedCallback = { context, _, place, _ in
        guard let context = unsafe context, let held = unsafe place?.pointee else { return }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
        exchange.conversation.enter(.head, until: .now + (unsafe ServerCore.at(context).limits.keepAlive))
        unsafe place?.pointee = nil
    }

    static let access: MHD_AccessHandlerCallback = { context, connection, _, method, version, bytes, count, place in
        guard let context = unsafe context, let connection = unsafe connection, let held = unsafe place?.pointee,
            let count = unsafe count, let method = unsafe method, let version = unsafe version
        else { return .NO }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
        if unsafe count.pointee > 0 {
            let isTaken = unsafe exchange.take(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
            unsafe count.pointee = 0
            return isTaken ? .YES : .NO
        }
        let server = unsafe ServerCore.at(context)
        let isModern = unsafe String(cString: version) == "HTTP/1.1"
        return unsafe server.act(on: exchange, method: method, isModern: isModern, connection) ? .YES : .NO
    }

    /// Does what comes next for an exchange; `false` when its connection must be cut.
    ///
    /// - Parameter isModern: whether the client reads an answer that comes before the answer.
    private func act(
        on exchange: Exchange, method: UnsafePointer<CChar>, isModern: Bool, _ connection: OpaquePointer
    ) -> Bool {
        func head() -> RequestHead {
            RequestHead(
                method: unsafe String(cString: method), target: exchange.target, headers: unsafe headers(of: connection)
            )
        }
        switch exchange.next() {
        case .judge:
            if unsafe PlainRequest.isOne(method, on: connection), let answer = handler.prepared(for: exchange.target) {
                exchange.answer(Answer(answer))
                return true
            }
            return unsafe judge(exchange, head(), connection)
        case .refuse(.tooLarge(let limit)):
            return unsafe send(handler.tooLarge(head(), limit: limit), for: exchange, on: connection)
        case .refuse(.crowded): return unsafe send(handler.crowded(head()), for: exchange, on: connection)
        case .answer(let answer): return unsafe send(answer, for: exchange, on: connection)
        case .work(let work, let body):
            return suspend {
                exchange.conversation.work(on: exchange, mayAsk: isModern)
                unsafe MHD_suspend_connection(connection)
                let resumption = unsafe Resumption(connection)
                exchange.work(work, on: body, resume: { resumption.resume() })
            }
        case .wait: return true
        }
    }

    private func judge(_ exchange: Exchange, _ head: RequestHead, _ connection: OpaquePointer) -> Bool {
        guard head.isClearOfItsLength else {
            var answer = handler.unclear(head)
            // What follows could be a body or another request.
            answer.closes = true
            return unsafe send(answer, for: exchange, on: connection)
        }
        switch handler.receive(head) {
        case .answer(let answer) where head.hasBody: return unsafe send(answer, for: exchange, on: connection)
        case .answer(let answer):
            // Given now the library would take it for an answer before the body, and end the connection with it.
            exchange.answer(answer)
            return true
        case .read(let limit, let time, let work):
            if let announced = head.contentLength, announced > limit {
                return unsafe send(handler.tooLarge(head, limit: limit), for: exchange, on: connection)
            }
            exchange.conversation.enter(.body, until: .now + time)
            exchange.read(atMost: limit, then: work)
            return true
        case .take(let intake, let time, let work):
            exchange.conversation.enter(.body, until: .now + time)
            exchange.take(by: intake, then: work)
            return true
        }
    }

    private func send(_ answer: Answer, for exchange: Exchange, on connection: OpaquePointer) -> Bool {
        var answer = answer
        if isDraining.load(ordering: .relaxed) { answer.closes = true }
        let rate = Double(answer.count ?? 0) / Double(limits.leastRate)
        let end = answer.count.map { _ in ContinuousClock.now + limits.answerTime + .seconds(rate) }
        if case .lines(let feed) = answer.content {
            exchange.conversation.enter(.telling(feed), until: nil)
        } else {
            exchange.conversation.enter(.answering, until: end)
        }
        return unsafe AnswerWriter.queue(answer, on: connection, of: self)
    }

    private static func conversation(on connection: OpaquePointer) -> Conversation? {
        guard let held = unsafe affix_mhd_context(connection) else { return nil }
        return unsafe Unmanaged<Conversation>.fromOpaque(held).takeUnretainedValue()
    }

    private func headers(of connection: OpaquePointer) -> [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        unsafe withUnsafeMutablePointer(to: &headers) { list in
            _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, Self.takeHeader, list)
        }
        return headers
    }

    private static let takeHeader: MHD_KeyValueIteratorN = { list, _, name, nameCount, value, valueCount in
        guard let list = unsafe list?.assumingMemoryBound(to: [(name: String, value: String)].self) else {
            return .NO
        }
        let name = unsafe String(decoding: UnsafeRawBufferPointer(start: name, count: nameCount), as: UTF8.self)
        let value = unsafe String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self)
        unsafe list.pointee.append((name.lowercased(), value))
        return .YES
    }
}

/// Wakes a suspended connection, once.
///
/// The library keeps a suspended connection until it is resumed, so that the pointer is good for exactly that call.
@safe struct Resumption: Sendable {
    private nonisolated(unsafe) let connection: OpaquePointer

    init(_ connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    func resume() {
        unsafe MHD_resume_connection(connection)
    }
}
