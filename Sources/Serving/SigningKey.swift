package import AttachmentModel
internal import Handover

/// What render links and callbacks are signed with; whoever knows it can have anything rendered here.
package struct SigningKey: Sendable {
    /// A key that can be guessed is none.
    private static let shortest = 32
    private static let longest = 4_096

    let bytes: [UInt8]

    /// Reads a file that nobody but its owner may read; the line end that editors leave is no part of the key.
    ///
    /// Throws `configuration-machine` when it cannot be read, `configuration-invalid` when others can read it as well, or it
    /// is no file of a key's size.
    ///
    /// - Parameter credentials: the folder that a service manager has made for this process alone.
    package init(file path: String, credentials: String? = nil) throws(PreparationError) {
        let file: SecretFile
        do throws(SecretFile.Fault) {
            // Line ends may follow the longest key.
            file = try SecretFile(path, mostBytes: Self.longest + 16)
        } catch {
            switch error {
            case .unreadable(let reason):
                throw PreparationError(.configurationMachine, "The key file \(path) cannot be read: \(reason)")
            case .unlikely: throw Self.wrongSize(path)
            }
        }
        guard !file.isExposed(outside: credentials) else {
            throw PreparationError(
                .configurationInvalid, "The key file \(path) can be read by others than its owner",
                advice: "chmod 600 it, and use a new key if somebody has read it")
        }
        var bytes = file.bytes
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard (Self.shortest...Self.longest).contains(bytes.count) else { throw Self.wrongSize(path) }
        self.bytes = bytes
    }

    private static func wrongSize(_ path: String) -> PreparationError {
        PreparationError(
            .configurationInvalid, "The key file \(path) must be a file of \(shortest) to \(longest) bytes",
            advice: "Make one with: (umask 077; openssl rand -hex 32 > FILE)")
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
