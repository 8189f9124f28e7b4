internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import HTTPServer
internal import Synchronization

/// Whether the service can do its work: found out by doing a little of it.
final class Readiness: Sendable {
    typealias Outcome = Result<Void, PreparationError>

    private struct State {
        var isDraining = false
        var trial: Task<Outcome, Never>?
        /// When that trial began.
        var time: ContinuousClock.Instant?
    }

    /// How long a finding holds: balancers ask often, and so may anybody.
    private static let life = Duration.seconds(5)

    let disks: [Disk]
    private let leastFreeBytes: Int
    private let attempt: @Sendable () async -> Outcome
    private let state = Mutex(State())

    /// - Parameter attempt: does a little of the work.
    init(disks: [Disk], leastFreeBytes: Int, attempt: @escaping @Sendable () async -> Outcome) {
        self.disks = disks
        self.leastFreeBytes = leastFreeBytes
        self.attempt = attempt
    }

    /// Tries it out by writing where the state is, and rendering a tiny picture and publishing it; neither may take a second.
    convenience init(_ preparer: Preparer, disks: [Disk], leastFreeBytes: Int) {
        let state = StateProbe(within: .seconds(1)) { preparer.canWriteState }
        self.init(disks: disks, leastFreeBytes: leastFreeBytes) {
            let request = AttachmentRequest(.bytes(Self.picture), timeout: .seconds(1), id: "readyz")
            do throws(PreparationError) {
                try await state.run()
                _ = try await preparer.prepare(request)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
    }

    func beginDraining() { state.withLock { $0.isDraining = true } }

    /// Whether work is taken, by a finding that is young enough.
    var isReady: Bool {
        get async {
            guard !state.withLock({ $0.isDraining }), case .success = await outcome() else { return false }
            return true
        }
    }

    /// `GET /readyz`.
    func answer() async -> Answer {
        if state.withLock({ $0.isDraining }) {
            return Self.unready(PreparationError(.overloaded, "The service is ending"))
        }
        switch await outcome() {
        case .success: return Answer(200, type: "text/plain", "ready\n")
        case .failure(let error): return Self.unready(error)
        }
    }

    /// Why no work is taken: its results would find no room.
    var shortage: PreparationError? {
        for disk in disks {
            guard let bytes = disk.freeBytes, bytes < leastFreeBytes else { continue }
            return PreparationError(.publishNoSpace, "Only \(bytes / 1_000_000) MB are left in \(disk.folder)")
        }
        return nil
    }

    /// What a trial finds that is young enough; whoever asks while one runs waits for that one.
    private func outcome() async -> Outcome {
        let trial = state.withLock { state in
            if let trial = state.trial, let time = state.time, time.duration(to: .now) < Self.life { return trial }
            let trial = Task { if let shortage { Outcome.failure(shortage) } else { await attempt() } }
            (state.trial, state.time) = (trial, .now)
            return trial
        }
        return await trial.value
    }

    private static func unready(_ error: PreparationError) -> Answer {
        Problem(error).forAnybody(status: 503).answer
    }

    /// Two by two pixels, as a BMP: the simplest file that must really be rendered.
    private static let picture: [UInt8] = {
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let pixels: [UInt8] = [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0]
        let header = number(40) + number(2) + number(2) + [1, 0, 24, 0] + number(0) + number(16)
        return Array("BM".utf8) + number(70) + number(0) + number(54) + header + number(2835) + number(2835) + number(0)
            + number(0) + pixels
    }()
}
