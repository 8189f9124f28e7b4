package import Affix
package import AttachmentModel
internal import FlowControl
package import HTTPServer
internal import Synchronization

/// The service: judges each request by its head, has its work done, and tells of it.
package final class Service: RequestHandler {
    let preparer: Preparer
    let configuration: ServiceConfiguration
    let maker: AttachmentMaker
    let jobs: JobDesk
    let media: PublishedMedia
    let meter = Meter()
    let readiness: Readiness
    let recent = RecentReceipts()
    let shelfGauge: ShelfGauge
    let withheld = Withheld()
    let signingKey: SigningKey?
    private let tokens: TokenList
    private let rates: RateLimiter
    /// Whether work ends as the service does, and not as its client has gone.
    let isCutOff = Atomic(false)

    /// - Parameters:
    ///   - settings: what the preparer was made with.
    ///   - address: where it will be asked; with an address that others can reach, tokens are needed.
    /// - Throws: `configuration-invalid` or `configuration-machine` with what is at fault.
    package init(
        _ preparer: Preparer, _ settings: PreparerConfiguration, at address: ListenAddress,
        _ configuration: ServiceConfiguration
    ) throws(PreparationError) {
        self.preparer = preparer
        self.configuration = configuration
        shelfGauge = ShelfGauge(preparer)
        tokens = try Self.tokens(configuration, settings, at: address)
        let key = try configuration.signingKeyFile.map { (file) throws(PreparationError) in
            try SigningKey(file: file, credentials: configuration.credentials)
        }
        signingKey = key
        rates = RateLimiter(rate: configuration.requestsPerSecond)
        media = PublishedMedia(folder: preparer.shelfFolder)
        let shelf = preparer.shelfFolder.map { Disk(name: "shelf", folder: $0) }
        readiness = Readiness(
            preparer, disks: [shelf, Disk(name: "state", folder: settings.state)].compactMap(\.self),
            leastFreeBytes: configuration.leastFreeBytes)
        let maker = AttachmentMaker(
            preparer, width: settings.workerWidth, configuration, readiness: readiness, meter: meter, recent: recent)
        self.maker = maker
        let store = try JobStore(in: settings.state, onTrouble: settings.onTrouble)
        let callbacks = Self.callbacks(of: store, signedBy: key, maker, preparer, meter, configuration)
        jobs = JobDesk(store, width: configuration.jobsAtOnce, onEnd: callbacks.begin) { await maker.json(for: $0) }
        try jobs.resume()
        try callbacks.resume()
        Task { await lookForWithdrawals() }
    }

    private static func tokens(
        _ configuration: ServiceConfiguration, _ settings: PreparerConfiguration, at address: ListenAddress
    ) throws(PreparationError) -> TokenList {
        guard let file = configuration.tokenFile else {
            guard address.isLoopback else {
                throw PreparationError(
                    .configurationInvalid,
                    "Others can reach \(address), so requests need a token: name a file of them with --token-file")
            }
            return .open
        }
        let tokens = try TokenList(file: file, credentials: configuration.credentials)
        if tokens.areExposed {
            settings.onTrouble?("The token file \(file) can be read by others than its owner: chmod 600 it.")
        }
        return tokens
    }

    private static func callbacks(
        of store: JobStore, signedBy key: SigningKey?, _ maker: AttachmentMaker, _ preparer: Preparer, _ meter: Meter,
        _ configuration: ServiceConfiguration
    ) -> CallbackDesk {
        CallbackDesk(store, signedBy: key) { job async throws(PreparationError) in
            try await maker.told(job)
        } onTry: { note in
            meter.count(note)
            configuration.log(note, note.words)
        } post: { body, link, headers async throws(PreparationError) in
            let deadline = Deadline(in: configuration.callbackTime)
            return try await preparer.post(body, to: link, headers: headers, until: deadline)
        }
    }

    /// Takes no more work from new callers: balancers are told by `/readyz`.
    package func beginDraining() { readiness.beginDraining() }

    package func file(for target: String) -> FileAnswer? {
        let start = ContinuousClock.now
        guard target.hasPrefix("/media/") else { return nil }
        let name = String(decoding: target.utf8.dropFirst(7), as: UTF8.self)
        guard withheld.digest(in: name) == nil, let file = media.file(named: name) else { return nil }
        meter.count(
            "media", status: 200, seconds: start.duration(to: .now).milliseconds / 1_000, bytes: file.count)
        return file
    }

    package func receive(_ head: RequestHead) -> Reception {
        var call = Call(head)
        do throws(RequestFault) {
            let route = try Route(head)
            call.route = route.name
            if route.isGuarded { try admit(&call) }
            return try reception(route, call)
        } catch {
            let answer = tell(Problem(error).answer, of: call, result: error.cause.rawValue)
            // A client that is still sending a short body reads no answer before it has sent it.
            guard let count = head.contentLength, (1...configuration.bodyBytes).contains(count) else {
                return .answer(answer)
            }
            return .take(DroppedBody(), within: configuration.bodyTime) { answer }
        }
    }

    package func unclear(_ head: RequestHead, _ fault: HeadFault) -> Answer {
        let words =
            switch fault {
            case .length: "The head must tell once how long the body is: by a Content-Length, or as chunked"
            case .field: "A header may hold no control characters, and its name no blanks"
            case .host: "The head must name one host, once"
            case .credentials: "The head may hold one Authorization, once"
            case .target:
                "The path and query may hold no blanks or control characters, and must be UTF-8: write them as %20"
            }
        let fault = RequestFault(.malformed, words)
        return tell(Problem(fault).answer, of: Call(head), result: fault.cause.rawValue)
    }

    package func tooLarge(_ head: RequestHead, limit: Int) -> Answer {
        let fault = RequestFault(.tooLarge, "The body has more than \(limit) bytes")
        return tell(Problem(fault).answer, of: Call(head), result: fault.cause.rawValue)
    }

    package func late(_ head: RequestHead) -> Answer {
        let fault = RequestFault(.late, "The body did not come in time: send it at 20 kB a second or more")
        return tell(Problem(fault).answer, of: Call(head), result: fault.cause.rawValue)
    }

    package func crowded(_ head: RequestHead) -> Answer {
        let problem = PreparationError(.overloaded, "Too many bodies are being read", retryAfter: .seconds(1))
        return tell(Problem(problem).answer, of: Call(head), result: problem.code.text)
    }

    package func cutOff() -> Answer {
        isCutOff.store(true, ordering: .relaxed)
        return Self.farewell
    }

    private func reception(_ route: Route, _ call: Call) throws(RequestFault) -> Reception {
        switch route {
        case .media(let name): return published(name, call)
        case .render: return render(call)
        case .job(let id): return job(id, call)
        case .receipt(let name): return receipt(name, call)
        case .withdrawal(let name): return try withdraw(name, call)
        case .description:
            let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-cache")]
            return .answer(tell(Answer(200, headers: headers, .bytes(PackageResources.openapi_json)), of: call))
        case .health: return .answer(tell(Answer(200, type: "text/plain", "alive\n"), of: call))
        case .metrics: return metrics(call)
        case .readiness:
            return .read(atMost: 0, within: configuration.bodyTime) { [self] _ in
                tell(await readiness.answer(), of: call)
            }
        case .page(let path): return .answer(tell(Page.answer(to: call.head, path: path), of: call))
        case .original(let name): return original(name, call)
        case .recent:
            return .read(atMost: 0, within: configuration.bodyTime) { [self] _ in await recentReceipts(call) }
        case .prepare: return try bringing(call, order: prepare(_:_:), file: prepare(_:of:_:))
        case .inspect: return try bringing(call, inspects: true, order: inspect(_:_:), file: inspect(_:of:_:))
        }
    }

    /// Reads a body, whichever of its forms it has.
    ///
    /// - Parameter inspects: whether what it brings is only judged.
    private func bringing(
        _ call: Call, inspects: Bool = false,
        order: @escaping @Sendable ([UInt8], Call) async throws(RequestFault) -> Answer,
        file: @escaping @Sendable (HeldFile, UploadOrder, Call) async -> Answer
    ) throws(RequestFault) -> Reception {
        let form = try BodyForm(call.head)
        if form == .json { return reading(call, order) }
        return taking(call, form, try UploadOrder(call.head, inspects: inspects), file)
    }

    /// Reads a JSON body, and answers what is wrong with it.
    private func reading(
        _ call: Call, _ work: @escaping @Sendable ([UInt8], Call) async throws(RequestFault) -> Answer
    ) -> Reception {
        .read(atMost: configuration.bodyBytes, within: configuration.bodyTime) { [self] body in
            do throws(RequestFault) {
                return try await work(body, call)
            } catch {
                return tell(Problem(error).answer, of: call, result: error.cause.rawValue)
            }
        }
    }

    /// Asks for a token, and takes the request off its account.
    private func admit(_ call: inout Call) throws(RequestFault) {
        guard !tokens.isOpen else {
            // Without tokens a page of somebody else's, open in a browser on this machine, could send forms here.
            // Browsers that do not say which it is tell whose page it is.
            guard !["cross-site", "same-site"].contains(call.head.first("sec-fetch-site")), call.head.isFromOwnPage
            else {
                throw RequestFault(
                    .forbidden, "Pages of other sites may not ask here, unless whoever runs this service sets tokens")
            }
            // Nor could one whose name was made to lead here.
            guard call.head.isMeantForThisMachine else {
                throw RequestFault(.forbidden, "Without tokens only this machine may ask, by its own address")
            }
            return
        }
        guard let name = tokens.name(of: call.head.bearerToken) else {
            var fault = RequestFault(.unauthorized, "Send a known token as Authorization: Bearer …")
            fault.headers = [("WWW-Authenticate", "Bearer")]
            throw fault
        }
        call.token = name
        guard rates.admits(name) else {
            throw RequestFault(.tooMany, "This token may ask \(configuration.requestsPerSecond) times a second")
        }
    }
}

extension RequestHead {
    /// Whether no page sent it, or one that came from here; see RFC 6454.
    fileprivate var isFromOwnPage: Bool {
        guard let origin = first("origin") else { return true }
        return origin.firstRange(of: "://").map { origin[$0.upperBound...] == host ?? "" } ?? false
    }

    /// Whether it asks for an address that is this machine's alone, as anything does that has not been led here.
    fileprivate var isMeantForThisMachine: Bool {
        guard let host else { return true }
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return name == "localhost" || name == "[::1]" || ListenAddress(name + ":0")?.isLoopback == true
    }
}
