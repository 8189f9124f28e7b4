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
        let end = try await originals.keep(file, now: Int(Date().timeIntervalSince1970))
        do throws(PreparationError) {
            // It may have been withdrawn since it was looked at.
            try await takedown.check(bytes: file.digest)
        } catch {
            _ = try await originals.remove(file.digest)
            throw error
        }
        return Date(timeIntervalSince1970: Double(end)).formatted(.iso8601)
    }

    /// The receipt that a published file, or variant, is in, which is then given out anew; `nil` when none is remembered,
    /// or the file has gone.
    ///
    /// Throws `overloaded` or `configuration-machine` when nobody can say.
    package func receipt(published digest: String) async throws(PreparationError) -> Receipt? {
        try await memory?.receipt(published: digest, on: shelf)
    }

    /// The same as an attachment: of a variant, the variant itself.
    ///
    /// Throws `source-withdrawn` where it may not be given out, `source-unreadable` where nobody knows it.
    package func attachment(published digest: String) async throws(PreparationError) -> Receipt {
        try await takedown.check(published: digest)
        guard var receipt = try await receipt(published: digest), receipt.show(digest) else {
            throw PreparationError(
                .sourceUnreadable, "No file with the digest \(digest) is known to be published here",
                advice: "Prepare it here first, or name its URL")
        }
        (receipt.remembered, receipt.attempts, receipt.timings) = (true, 0, StageTimings())
        return receipt
    }

    /// Opens an upload that was kept; `nil` when there is none of this digest, or it was withdrawn, on whatever machine.
    ///
    /// - Throws: `queue-unreachable` or `configuration-machine` when nobody can say what is withdrawn, and what a storage
    ///   says that does not give it.
    package func original(_ digest: String) async throws(PreparationError) -> OwnedDescriptor? {
        do throws(PreparationError) {
            try await takedown.check(published: digest)
        } catch {
            guard error.code == .sourceWithdrawn else { throw error }
            _ = try await originals.remove(digest)
            return nil
        }
        return try await originals.open(digest)
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
        let withdrawn = await BlockingLane().run {
            originals.digests.filter { digest in
                do throws(PreparationError) {
                    try takedown.check(rendition: digest)
                    return false
                } catch {
                    return error.code == .sourceWithdrawn
                }
            }
        }
        var count = 0
        for digest in withdrawn where (try? await originals.remove(digest)) ?? false { count += 1 }
        return count
    }
}
