internal import Affix
internal import AttachmentModel
internal import HTTPServer
internal import Synchronization

/// Whether the service can do its work: found out by doing a little of it.
final class Readiness: Sendable {
    private struct State {
        var isDraining = false
        var result: Result<Void, PreparationError>?
        var time: ContinuousClock.Instant?
    }

    /// How long a finding holds: balancers ask often.
    private static let life = Duration.seconds(5)

    let disks: [Disk]
    private let preparer: Preparer
    private let leastFreeBytes: Int
    private let state = Mutex(State())

    init(_ preparer: Preparer, disks: [Disk], leastFreeBytes: Int) {
        self.preparer = preparer
        self.disks = disks
        self.leastFreeBytes = leastFreeBytes
    }

    func beginDraining() { state.withLock { $0.isDraining = true } }

    /// What was last found, and that no end has been announced.
    var isReady: Bool {
        state.withLock { state in
            guard !state.isDraining, case .success = state.result else { return false }
            return true
        }
    }

    /// `GET /readyz`.
    func answer() async -> Answer {
        if state.withLock({ $0.isDraining }) {
            return Self.unready(PreparationError(.overloaded, "The service is ending"))
        }
        switch await result() {
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

    private func result() async -> Result<Void, PreparationError> {
        let known = state.withLock { state in
            state.time.map { $0.duration(to: .now) < Self.life } == true ? state.result : nil
        }
        if let known { return known }
        let result = await tryOut()
        state.withLock { state in
            state.result = result
            state.time = .now
        }
        return result
    }

    /// Renders a tiny picture and publishes it.
    private func tryOut() async -> Result<Void, PreparationError> {
        if let shortage { return .failure(shortage) }
        let request = AttachmentRequest(.bytes(Self.picture), timeout: .seconds(1), id: "readyz")
        do throws(PreparationError) {
            _ = try await preparer.prepare(request)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private static func unready(_ error: PreparationError) -> Answer {
        var answer = Problem(error).answer
        answer.status = 503
        return answer
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
