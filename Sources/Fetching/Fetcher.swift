package import AttachmentModel
package import FlowControl
internal import HTTPTransport
package import Handover
internal import ObjectStorage

/// Stage 1: brings the bytes of a source in, under its limits and in time, or says exactly why not.
package struct Fetcher: Sendable {
    package struct Configuration: Sendable {
        package var limits: SourceLimits
        package var budgets: StageBudgets
        package var egress: EgressPolicy
        /// Trusted roots in place of the system's.
        package var caFile: String?
        package var userAgent: String
        package var hostHeaders: HostHeaders
        package var manners: Manners
        package var spools: SpoolRoom
        package var resolver: Resolver
        /// Where `s3:` sources come from; none without it.
        package var objects: ObjectSources?

        package init(
            limits: SourceLimits = SourceLimits(), budgets: StageBudgets = StageBudgets(), egress: EgressPolicy,
            caFile: String? = nil, userAgent: String, hostHeaders: HostHeaders = .none, manners: Manners = Manners(),
            spools: SpoolRoom, resolver: Resolver = .system(), objects: ObjectSources? = nil
        ) {
            self.limits = limits
            self.budgets = budgets
            self.egress = egress
            self.caFile = caFile
            self.userAgent = userAgent
            self.hostHeaders = hostHeaders
            self.manners = manners
            self.spools = spools
            self.resolver = resolver
            self.objects = objects
        }
    }

    package typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    let configuration: Configuration
    let transport: HTTPTransport
    let hosts: HostDesk
    private let lane = BlockingLane()

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        hosts = HostDesk(configuration.manners)
        let egress = configuration.egress
        transport = HTTPTransport(mayDial: { egress.mayDial($0, port: $1) })
    }

    /// The library behind it and its version.
    package static var library: String { HTTPTransport.library }

    /// Fetches a source.
    ///
    /// - Parameter onProgress: called on any thread, often.
    package func fetch(
        _ source: MediaSource, until deadline: Deadline, onProgress: @escaping Progress
    ) async throws(PreparationError) -> Download {
        let configuration = configuration
        switch source {
        case .link(let link):
            guard case .file(let download) = try await revalidate(link, until: deadline, onProgress: onProgress) else {
                throw PreparationError(.internalFault)
            }
            return download
        case .file(let path):
            return try await spooled(until: deadline) { () throws(PreparationError) in
                try LocalFile.open(path, limits: configuration.limits)
            }
        case .standardInput:
            return try await spooled(until: deadline) { () throws(PreparationError) in
                let input = StandardInput(limits: configuration.limits, room: configuration.spools)
                return try input.read(until: deadline, onProgress)
            }
        case .data(let link):
            return try await spooled(until: deadline) { () throws(PreparationError) in
                try DataLink(link).download(configuration.limits, in: configuration.spools)
            }
        case .bytes(let bytes):
            return try await spooled(until: deadline) { () throws(PreparationError) in
                var intake = try Intake(configuration.limits, in: configuration.spools, announced: bytes.count)
                try intake.append(all: bytes)
                return try intake.finish()
            }
        case .held(let file): return try Download(rereading: file)
        }
    }

    /// Throws for a source whose writing already says that it cannot be fetched.
    package static func check(_ source: MediaSource) throws(PreparationError) {
        switch source {
        case .link(let link) where ObjectName.isMeant(by: link):
            guard ObjectName(link) != nil else {
                throw PreparationError(.sourceInvalid, "The URL names no object of a bucket")
            }
        case .link(let link): _ = try SourceLink(link)
        case .data(let link): _ = try DataLink(link)
        case .file, .standardInput, .bytes, .held: break
        }
    }

    /// Fetches a source unless it is a link whose file is the one that is `known`.
    package func fetch(
        _ source: MediaSource, _ known: Validator?, until deadline: Deadline, _ onProgress: @escaping Progress
    ) async throws(PreparationError) -> Revalidation {
        guard let known, case .link(let link) = source else {
            return .file(try await fetch(source, until: deadline, onProgress: onProgress))
        }
        return try await revalidate(link, known: known, until: deadline, onProgress: onProgress)
    }

    /// Fetches a link unless its file is the one that is `known`.
    package func revalidate(
        _ link: String, known: Validator? = nil, until deadline: Deadline, onProgress: @escaping Progress
    ) async throws(PreparationError) -> Revalidation {
        if ObjectName.isMeant(by: link) {
            return try await ObjectFetch(link, by: self, known: known, until: deadline, onProgress).run()
        }
        var fetch = LinkFetch(try SourceLink(link), by: self, known: known, until: deadline, onProgress)
        return try await fetch.run()
    }

    /// Makes a download on a thread that may block; a disk that hangs keeps that thread, not its caller.
    private func spooled(
        until deadline: Deadline, _ make: @escaping @Sendable () throws(PreparationError) -> Download
    ) async throws(PreparationError) -> Download {
        let outcome = await lane.run(until: deadline) {
            Result { () throws(PreparationError) in Handoff(try make()) }
        }
        guard let handoff = try outcome?.get() else { throw PreparationError(.deadline, stage: .fetch) }
        return try handoff.take()
    }
}
