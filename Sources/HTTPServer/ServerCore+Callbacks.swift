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
            server.strangers.subtract(1, ordering: .releasing)
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
            // One that is no text is left empty, which is no target either.
            let exchange = Exchange(
                target: unsafe String(validatingCString: target) ?? "", in: conversation,
                of: unsafe ServerCore.at(context).bodies)
            unsafe affix_mhd_forget_query(target)
            return unsafe Unmanaged.passRetained(exchange).toOpaque()
        }

    static let completed: MHD_RequestCompletedCallback = { context, _, place, _ in
        guard let context = unsafe context, let held = unsafe place?.pointee else { return }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
        exchange.conversation.enter(.head, until: .now + (unsafe ServerCore.at(context).limits.keepAlive))
        unsafe place?.pointee = nil
    }

    static let access: MHD_AccessHandlerCallback = { context, connection, url, method, version, bytes, count, place in
        guard let context = unsafe context, let connection = unsafe connection, let held = unsafe place?.pointee,
            let count = unsafe count, let url = unsafe url, let method = unsafe method, let version = unsafe version
        else { return .NO }
        let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
        if unsafe count.pointee > 0 {
            let isTaken = unsafe exchange.take(UnsafeRawBufferPointer(start: bytes, count: count.pointee))
            unsafe count.pointee = 0
            return isTaken ? .YES : .NO
        }
        let server = unsafe ServerCore.at(context)
        let line = unsafe RequestLine(method: method, target: url, version: version)
        return unsafe server.act(on: exchange, line, connection) ? .YES : .NO
    }

    /// What the library tells of a request's first line, for as long as its call lasts.
    @safe private struct RequestLine {
        private let name: UnsafePointer<CChar>
        /// Whether it is of a version after HTTP/1.0, so that its client reads an answer that comes before the answer.
        let isModern: Bool
        /// Bytes between the blank behind the method and the one before the version.
        let targetCount: Int

        init(method: UnsafePointer<CChar>, target: UnsafePointer<CChar>, version: UnsafePointer<CChar>) {
            unsafe name = method
            isModern = unsafe String(cString: version) != "HTTP/1.0"
            // Both lie where they came in, in one line.
            targetCount = unsafe version - target - 1
        }

        var method: String { unsafe String(cString: name) }
    }

    /// Does what comes next for an exchange; `false` when its connection must be cut.
    private func act(on exchange: Exchange, _ line: RequestLine, _ connection: OpaquePointer) -> Bool {
        func head() -> RequestHead {
            RequestHead(method: line.method, target: exchange.target, headers: unsafe headers(of: connection))
        }
        switch exchange.next() {
        case .judge:
            let head = head()
            let isClear = exchange.hasClearTarget(of: line.targetCount)
            if let fault = isClear ? head.fault(isModern: line.isModern) : .target {
                return unsafe refuse(head, fault, for: exchange, on: connection)
            }
            return unsafe judge(exchange, head, connection)
        case .refuse(.tooLarge(let limit)):
            return unsafe send(handler.tooLarge(head(), limit: limit), for: exchange, on: connection)
        case .refuse(.crowded): return unsafe send(handler.crowded(head()), for: exchange, on: connection)
        case .answer(let answer): return unsafe send(answer, for: exchange, on: connection)
        case .work(let work, let body):
            return suspend {
                exchange.conversation.work(on: exchange, mayAsk: line.isModern)
                unsafe MHD_suspend_connection(connection)
                let resumption = unsafe Resumption(connection)
                exchange.work(work, on: body, resume: { resumption.resume() })
            }
        case .wait: return true
        }
    }

    private func refuse(
        _ head: RequestHead, _ fault: HeadFault, for exchange: Exchange, on connection: OpaquePointer
    ) -> Bool {
        var answer = handler.unclear(head, fault)
        // What follows could be a body or another request.
        answer.closes = true
        return unsafe send(answer, for: exchange, on: connection)
    }

    private func judge(_ exchange: Exchange, _ head: RequestHead, _ connection: OpaquePointer) -> Bool {
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
            exchange.conversation.enter(.body(head), until: .now + time)
            exchange.read(atMost: limit, then: work)
            return true
        case .take(let intake, let time, let work):
            exchange.conversation.enter(.body(head), until: .now + time)
            exchange.take(by: intake, announced: head.contentLength, then: work)
            return true
        }
    }

    private func send(_ answer: Answer, for exchange: Exchange, on connection: OpaquePointer) -> Bool {
        var answer = answer
        if isDraining.load(ordering: .relaxed) { answer.closes = true }
        let end = answer.count.map { ContinuousClock.now + limits.time(toTake: $0) }
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
