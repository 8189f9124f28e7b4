internal import AttachmentModel
internal import Fetching
internal import FoundationEssentials
internal import Handover
internal import ObjectStorage
internal import Publishing
internal import Workers

/// What each stage gets out of the configuration; the place where it is judged.
extension PreparerConfiguration {
    /// What all downloads together may hold at once, and besides all originals that are read back.
    private static let spoolRoom = 2_000_000_000

    /// The storage of the shelf and of `s3:` sources; `nil` where neither is wanted, and nothing is then looked for.
    func objectStore() throws(PreparationError) -> ObjectStore? {
        let isAsked = [shelf, originals].contains { $0.map(ObjectName.isMeant) ?? false }
        guard isAsked || !allowBuckets.isEmpty else { return nil }
        guard let style = ObjectEndpoint.Style(rawValue: bucketStyle) else {
            throw PreparationError(.configurationInvalid, "AFFIX_BUCKET_STYLE: it must be auto, path or host")
        }
        let account = try StorageAccount(variables: variables, style: style) { path in
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
        return ObjectStore(account, caFile: caFile, userAgent: userAgent, budgets: budgets)
    }

    func fetching(from store: ObjectStore?) throws(PreparationError) -> Fetcher.Configuration {
        Fetcher.Configuration(
            limits: limits, budgets: budgets,
            egress: try EgressPolicy(
                allowAddresses: allowAddresses, allowPorts: allowPorts, allowHosts: allowHosts, denyHosts: denyHosts,
                listening: listening),
            caFile: caFile, userAgent: userAgent, hostHeaders: try HostHeaders(hostHeaders),
            manners: Manners(
                transfersPerHost: transfersPerHost, startsPerSecond: startsPerSecond, agreedPause: fleet.pauseBefore),
            spools: SpoolRoom(folder: state, bytes: Self.spoolRoom), objects: try objectSources(in: store))
    }

    private func objectSources(in store: ObjectStore?) throws(PreparationError) -> ObjectSources? {
        if let name = allowBuckets.first(where: { !ObjectName.isBucket($0) }) {
            throw PreparationError(.configurationInvalid, "AFFIX_ALLOW_BUCKETS: \(name) is no name of a bucket")
        }
        return store.map { ObjectSources($0, buckets: Set(allowBuckets)) }
    }

    /// The shelf in the form that its name tells.
    func makeShelf(
        in store: ObjectStore?, admits: @escaping Admission
    ) throws(PreparationError) -> any Shelf {
        var address: ShelfAddress?
        if let baseURL { address = try ShelfAddress(base: baseURL, allowHTTP: allowHTTPBase) }
        let bare: any Shelf
        if ObjectName.isMeant(by: shelf) {
            guard let store, let root = ObjectName(shelf) else {
                throw PreparationError(.configurationInvalid, "AFFIX_SHELF: it must be a folder or s3://bucket/prefix")
            }
            bare = ObjectShelf(store, root: root, address: address, budget: budgets.publish, admits: admits)
        } else {
            bare = DirectoryShelf(folder: shelf, address: address, admits: admits)
        }
        guard probes else { return bare }
        guard let address else {
            throw PreparationError(.configurationInvalid, "A probe needs the public address of the shelf (--base-url)")
        }
        let probe = PublicProbe(of: address, caFile: caFile, userAgent: userAgent, budgets: budgets)
        return ProbedShelf(bare, probe, budget: budgets.publish)
    }

    /// Where uploads are kept: never where what is published lies, as that is read by anybody.
    func originalStore(in store: ObjectStore?) throws(PreparationError) -> any OriginalStore {
        let place = originals ?? state + "/originals"
        guard originals == nil || !(place + "/").hasPrefix(shelf.hasSuffix("/") ? shelf : shelf + "/") else {
            throw PreparationError(.configurationInvalid, "AFFIX_ORIGINALS: it must lie outside of the shelf")
        }
        let most = originalMegabytes * 1_000_000
        guard ObjectName.isMeant(by: place) else {
            return OriginalFolder(folder: place, days: originalDays, room: most)
        }
        guard let store, let root = ObjectName(place), root.key.contains(where: { $0 != "/" }) else {
            throw PreparationError(.configurationInvalid, "AFFIX_ORIGINALS: it must be a folder or s3://bucket/prefix")
        }
        return OriginalBucket(
            store, root: root, days: originalDays, most: most,
            spools: SpoolRoom(folder: state, bytes: Self.spoolRoom), budget: budgets.publish)
    }

    func workerPool(ffmpeg: String?) throws(PreparationError) -> WorkerPool {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let width = workerWidth
        var pool = WorkerPool.Configuration(program: try program(), width: width, threads: max(1, cores / width))
        pool.memory = decodeMemory
        pool.room = SpoolRoom(folder: state, bytes: 0)
        pool.isLocked = sandbox
        pool.ffmpeg = ffmpeg
        pool.transcoders = transcoderWidth
        return WorkerPool(pool)
    }

    /// Workers that may run at once.
    public var workerWidth: Int { workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount }

    /// Runs of ffmpeg at once: each keeps about two cores busy, and pictures need some too.
    var transcoderWidth: Int {
        transcoders > 0 ? transcoders : max(1, ProcessInfo.processInfo.activeProcessorCount / 4)
    }

    /// The program that is run: as configured, else on the `PATH`; `nil` when it is not there.
    var ffmpeg: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates = ffmpegPath.map { [$0] } ?? path.split(separator: ":").map { $0 + "/ffmpeg" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The worker program: as configured, else beside the running one.
    private func program() throws(PreparationError) -> String {
        if let workerPath { return workerPath }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw PreparationError(.configurationMachine, "/proc is not mounted; name the worker with AFFIX_WORKER")
        }
        return (own.lastIndex(of: "/").map { own[...$0] } ?? "") + "affix-worker"
    }
}
