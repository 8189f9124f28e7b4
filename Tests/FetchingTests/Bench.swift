internal import AttachmentModel
internal import FlowControl
internal import TestSupport

@testable internal import Fetching
@testable internal import Handover

/// A fetcher with a folder of its own, that may reach 127.0.0.1 to 127.0.0.3 and nothing else on this machine.
struct Bench {
    static let roomBytes = 8_000_000

    var configuration: Fetcher.Configuration
    let folder: String

    /// Lends a bench; afterwards nothing may be left in its folder, and its room must be whole again.
    static func with(_ body: (Bench) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let room = SpoolRoom(folder: folder + "/spools", bytes: roomBytes)
            let egress = try EgressPolicy(allowAddresses: ["127.0.0.1", "127.0.0.2/31"], allowPorts: [80, 443])
            try await body(
                Bench(
                    configuration: Fetcher.Configuration(
                        budgets: .provoking(), egress: egress, userAgent: "affix-test", spools: room),
                    folder: folder))
            guard room.reserve(roomBytes) else { throw Leak.room }
            guard TemporaryFolder.files(below: folder + "/spools").isEmpty else { throw Leak.files }
        }
    }

    private enum Leak: Error { case room, files }

    /// What comes of a source, as values that a test can look at.
    func fetch(
        _ source: MediaSource, within deadline: Duration = .seconds(50),
        onProgress: @escaping Fetcher.Progress = { _, _ in }
    ) async throws -> Fetched {
        let download = try await Fetcher(configuration).fetch(
            source, until: Deadline(in: deadline), onProgress: onProgress)
        let media = MappedMedia(download.descriptor.number, count: download.count)
        let bytes = unsafe media?.withBytes { unsafe Array($0) }
        return Fetched(
            bytes: bytes ?? [], digest: download.digest, origin: download.origin, attempts: download.attempts)
    }

    struct Fetched {
        let bytes: [UInt8]
        let digest: String
        let origin: OriginReport?
        let attempts: Int
    }

    /// The problem that a source ends in; `nil` when it is fetched.
    func problem(_ source: MediaSource, within deadline: Duration = .seconds(50)) async -> PreparationError? {
        do { _ = try await fetch(source, within: deadline) } catch { return error as? PreparationError }
        return nil
    }
}

/// Bytes that begin like a JPEG picture.
func picture(_ count: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10] + Array("JFIF\0".utf8) + [UInt8](repeating: 7, count: max(0, count - 11))
}
