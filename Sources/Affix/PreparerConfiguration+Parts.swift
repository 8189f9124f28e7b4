internal import AttachmentModel
internal import Fetching
internal import FoundationEssentials
internal import Handover
internal import Publishing
internal import Workers

/// What each stage gets out of the configuration; the place where it is judged.
extension PreparerConfiguration {
    /// What all downloads together may hold at once.
    private static let spoolRoom = 2_000_000_000

    func fetching() throws(PreparationError) -> Fetcher.Configuration {
        Fetcher.Configuration(
            limits: limits, budgets: budgets,
            egress: try EgressPolicy(
                allowAddresses: allowAddresses, allowPorts: allowPorts, allowHosts: allowHosts, denyHosts: denyHosts,
                listening: listening),
            caFile: caFile, userAgent: userAgent, hostHeaders: try HostHeaders(hostHeaders),
            manners: Manners(transfersPerHost: transfersPerHost, startsPerSecond: startsPerSecond),
            spools: SpoolRoom(folder: state, bytes: Self.spoolRoom))
    }

    func directoryShelf() throws(PreparationError) -> DirectoryShelf {
        var address: ShelfAddress?
        if let baseURL { address = try ShelfAddress(base: baseURL, allowHTTP: allowHTTPBase) }
        return DirectoryShelf(folder: shelf, address: address)
    }

    func originalStore() -> OriginalStore {
        OriginalStore(folder: state + "/originals", days: originalDays, room: originalMegabytes * 1_000_000)
    }

    func workerPool() throws(PreparationError) -> WorkerPool {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let width = workerWidth
        var pool = WorkerPool.Configuration(program: try program(), width: width, threads: max(1, cores / width))
        pool.memory = decodeMemory
        pool.room = SpoolRoom(folder: state, bytes: 0)
        pool.isLocked = sandbox
        return WorkerPool(pool)
    }

    /// Workers that may run at once.
    public var workerWidth: Int { workers > 0 ? workers : ProcessInfo.processInfo.activeProcessorCount }

    /// The worker program: as configured, else beside the running one.
    private func program() throws(PreparationError) -> String {
        if let workerPath { return workerPath }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw PreparationError(.configurationMachine, "/proc is not mounted; name the worker with AFFIX_WORKER")
        }
        return (own.lastIndex(of: "/").map { own[...$0] } ?? "") + "affix-worker"
    }
}
