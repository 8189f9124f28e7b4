internal import AttachmentModel
internal import Glibc
internal import Handover
internal import Synchronization

/// Counts how often a key has sealed, over all processes that share a state folder.
///
/// Random nonces of 96 bits are safe for 2^32 uses of a key (NIST SP 800-38D, section 8.3); after that it seals no more.
/// Uses are taken from the file in blocks and before they are needed, so that a crash counts too many and never too few.
final class UseCounter: Sendable {
    static let mostUses = 1 << 32
    /// Uses that are taken at once by a process that seals much: a write to disk for each would cost more than sealing.
    private static let largestBlock = 1_024

    private let folder: String
    private let path: String
    private let state = Mutex((left: 0, block: 1))

    /// - Parameters:
    ///   - name: what tells the key apart, fit for a file name.
    ///   - folder: the state folder, which is made when it is not there.
    init(named name: String, in folder: String) {
        self.folder = folder
        path = "\(folder)/sealed-\(name).count"
    }

    /// Takes one use.
    func take() throws(PreparationError) {
        let outcome = state.withLock { (state) -> Result<Void, PreparationError> in
            Result { () throws(PreparationError) in
                if state.left == 0 {
                    try reserve(state.block)
                    state.left = state.block
                    state.block = min(state.block * 2, Self.largestBlock)
                }
                state.left -= 1
            }
        }
        try outcome.get()
    }

    private func reserve(_ count: Int) throws(PreparationError) {
        _ = unsafe mkdir(folder, 0o700)
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
        guard number >= 0 else { throw fault("cannot be opened") }
        let descriptor = OwnedDescriptor(owning: number)
        var locked: Int32 = -1
        repeat { locked = flock(descriptor.number, LOCK_EX) } while locked != 0 && errno == EINTR
        guard locked == 0 else { throw fault("cannot be locked") }

        var content = [UInt8](repeating: 0, count: 32)
        let got = unsafe pread(descriptor.number, &content, content.count, 0)
        guard got >= 0 else { throw fault("cannot be read") }
        let text = String(decoding: content.prefix(got).filter { $0 != 0x0A }, as: UTF8.self)
        guard let used = got == 0 ? 0 : Int(text), used >= 0 else {
            throw fault("does not hold a number; seal with a new key")
        }
        guard used <= Self.mostUses - count else {
            throw PreparationError(
                .configurationInvalid,
                "The key has sealed \(used) times, as often as is safe; put a new key first in its file")
        }
        // Always as many digits, so that a write replaces all that is there.
        let digits = String(used + count)
        let line = Array((String(repeating: "0", count: 12 - min(12, digits.utf8.count)) + digits + "\n").utf8)
        let written = unsafe pwrite(descriptor.number, line, line.count, 0)
        guard written == line.count, fdatasync(descriptor.number) == 0 else { throw fault("cannot be written") }
    }

    private func fault(_ words: String) -> PreparationError {
        let reason = unsafe String(cString: strerror(errno))
        return PreparationError(.configurationInvalid, "The count of a key's uses in \(path) \(words)", detail: reason)
    }
}
