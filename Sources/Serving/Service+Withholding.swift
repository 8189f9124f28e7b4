internal import Affix

/// What others withdraw while this runs.
extension Service {
    /// How often the lists of what is withdrawn are looked at.
    private static let interval = Duration.seconds(10)

    /// Withholds what others withdraw and cannot remove, until the task is cancelled.
    func followWithdrawals() async {
        repeat {
            await lookForWithdrawals()
        } while (try? await Task.sleep(for: Self.interval)) != nil
    }

    /// Looks for withdrawn files once, if the lists are not those of the last time.
    ///
    /// - Returns: whether it had to look.
    @discardableResult
    func lookForWithdrawals() async -> Bool {
        guard withheld.note(await preparer.withdrawalRevisions) else { return false }
        await withholdLeftovers()
        return true
    }
}
