package import Affix
package import AttachmentModel
package import Batching

/// What commands need of a preparer, so that their tests need no worker.
package protocol PreparationLine: Preparing {
    func preview(of receipt: Receipt) async throws(PreparationError) -> Preview

    func examine() async -> [Finding]

    func collect(removing: Bool, verifying: Bool) async throws(PreparationError) -> CollectionReport

    func examineMemory(
        verifying: Bool, _ onAnswer: @escaping @Sendable (RememberedAnswer) -> Void
    ) async throws(PreparationError) -> MemoryReport

    func withdraw(_ word: String) async throws(PreparationError) -> WithdrawalReport

    func allow(_ word: String) async throws(PreparationError) -> WithdrawalReport

    func withdrawals() async throws(PreparationError) -> [WithdrawalReport]

    func followWithdrawals() async
}

extension Preparer: PreparationLine {}
