package import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
package import Handover
internal import Publishing

extension Preparer {
    /// Keeps an upload unchanged.
    ///
    /// - Returns: until when it stays; RFC 3339 in UTC.
    /// - Throws: `publish-no-space` when it does not fit beside the others, `source-withdrawn` when it may not be kept.
    package func keepOriginal(_ file: HeldFile) async throws(PreparationError) -> String {
        let originals = originals
        let end = try await BlockingLane().run { () throws(PreparationError) in
            try originals.keep(file, now: Int(Date().timeIntervalSince1970))
        }
        do throws(PreparationError) {
            // It may have been withdrawn since it was looked at.
            try await takedown.check(bytes: file.digest)
        } catch {
            _ = try originals.remove(file.digest)
            throw error
        }
        return Date(timeIntervalSince1970: Double(end)).formatted(.iso8601)
    }

    /// The receipt of a published file, which is then given out anew; `nil` when none is remembered, or the file has gone.
    package func receipt(published digest: String) async -> Receipt? {
        await memory?.receipt(published: digest, on: shelf)
    }

    /// Opens an upload that was kept; `nil` when there is none of this digest, or it was withdrawn, on whatever machine.
    ///
    /// - Throws: `queue-unreachable` or `configuration-machine` when nobody can say what is withdrawn.
    package func original(_ digest: String) async throws(PreparationError) -> OwnedDescriptor? {
        let (originals, takedown) = (originals, takedown)
        let isWithdrawn = try await BlockingLane().run { () throws(PreparationError) in
            try Self.removeIfWithdrawn(digest, from: originals, takedown)
        }
        return isWithdrawn ? nil : originals.open(digest)
    }

    /// Removes the originals that are kept here of what other machines of the fleet withdraw: at once, as this one may
    /// have been away, and then every ten seconds until the task is cancelled.
    ///
    /// Returns at once on a machine that is alone: whoever withdraws there removes them.
    package func followWithdrawals() async {
        guard configuration.fleet.withdrawn != nil else { return }
        repeat {
            let count = await removeWithdrawnOriginals()
            if count > 0 {
                configuration.onTrouble?("\(count) kept originals were removed, as the fleet has withdrawn them")
            }
        } while (try? await Task.sleep(for: .seconds(10))) != nil
    }

    /// Gives how many originals went; one that nobody could be asked about, or that could not be removed, stays until the
    /// next time.
    func removeWithdrawnOriginals() async -> Int {
        let (originals, takedown) = (originals, takedown)
        return await BlockingLane().run {
            originals.digests.count { digest in
                (try? Self.removeIfWithdrawn(digest, from: originals, takedown)) ?? false
            }
        }
    }

    /// Gives whether it was withdrawn; then it is gone.
    private static func removeIfWithdrawn(
        _ digest: String, from originals: OriginalStore, _ takedown: Takedown
    ) throws(PreparationError) -> Bool {
        do throws(PreparationError) {
            try takedown.check(rendition: digest)
            return false
        } catch  where error.code == .sourceWithdrawn {
            _ = try originals.remove(digest)
            return true
        }
    }
}
