internal import AttachmentModel
internal import FoundationEssentials
internal import Glibc
internal import Handover

/// A file of the state folder to which a line is added for each withdrawal, and nothing is ever taken from.
struct AuditTrail {
    /// One line: who did what.
    private struct Line: Encodable {
        let user: UInt32
        /// For whom a service did it.
        let name: String?
        let report: WithdrawalReport

        private enum CodingKeys: String, CodingKey { case user, name = "token" }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(user, forKey: .user)
            try values.encodeIfPresent(name, forKey: .name)
        }
    }

    let folder: String

    private var path: String { folder + "/withdrawals.jsonl" }

    /// Adds a line, which then outlives a power cut; blocks.
    func note(_ report: WithdrawalReport, for name: String?) throws(PreparationError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(Line(user: getuid(), name: name, report: report)),
            Folder.make(folder, mode: 0o700)
        else { throw fault() }
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw fault() }
        let file = OwnedDescriptor(owning: number)
        let bytes = [UInt8](line) + [0x0A]
        guard unsafe bytes.withUnsafeBytes({ unsafe file.append($0) }), fdatasync(number) == 0 else { throw fault() }
    }

    private func fault() -> PreparationError {
        PreparationError(
            .configurationMachine, "The audit file \(path) cannot be written",
            detail: unsafe String(cString: strerror(errno)))
    }
}
