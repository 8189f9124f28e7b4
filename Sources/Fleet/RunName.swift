package import AttachmentModel
internal import Batching
internal import FoundationEssentials
internal import Glibc
internal import Handover

/// Names one list at work, so that its answers find their way back to its journal, also after its gatherer was killed.
///
/// The name lies beside the journal, locked while somebody gathers for it. A journal that is begun anew gets another one:
/// answers to what stood in the old one must not be taken for its own.
package final class RunName: Sendable {
    package let text: String
    private let file: String
    private let descriptor: OwnedDescriptor

    /// Takes the name that lies beside a journal, or makes one.
    ///
    /// - Throws: `overloaded` when another run gathers for the journal, `configuration-invalid` when the folder cannot be
    ///   written.
    package init(besideJournal journal: String) throws(PreparationError) {
        file = journal + ".queue"
        let number = unsafe open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o644)
        guard number >= 0 else { throw PreparationError(.configurationInvalid, "\(file) cannot be written") }
        descriptor = OwnedDescriptor(owning: number)
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            throw JournalFault.busy(journal)
        }
        var status = stat()
        let isBegun = unsafe stat(journal, &status) == 0 && status.st_size > 0
        if isBegun, let known = Self.read(number) {
            text = known
            return
        }
        text = UUID().uuidString.lowercased().replacing("-", with: "")
        let bytes = Array(text.utf8)
        guard ftruncate(number, 0) == 0, unsafe pwrite(number, bytes, bytes.count, 0) == bytes.count else {
            throw PreparationError(.configurationInvalid, "\(file) cannot be written")
        }
    }

    /// The name in a file: 32 hexadecimal digits, all of them.
    private static func read(_ number: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 33)
        guard unsafe pread(number, &bytes, bytes.count, 0) == 32 else { return nil }
        let text = String(decoding: bytes.prefix(32), as: UTF8.self)
        return text.allSatisfy(\.isHexDigit) ? text : nil
    }

    /// Forgets the name: everything has been answered.
    package func forget() {
        _ = unsafe unlink(file)
    }
}
