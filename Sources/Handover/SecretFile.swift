internal import CDescriptors
internal import Glibc

/// A small file that holds a secret, read as a whole.
package struct SecretFile: Sendable {
    /// Why it cannot be used.
    package enum Fault: Error, Sendable {
        case unreadable(reason: String)
        /// A folder, a device, or a file far larger than any secret.
        case unlikely
    }

    package let bytes: [UInt8]
    /// Whether others than its owner may read or change it.
    package let isOpenToOthers: Bool
    private let path: String
    private let isOurs: Bool

    package init(_ path: String, mostBytes: Int) throws(Fault) {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else { throw .unreadable(reason: unsafe String(cString: strerror(errno))) }
        let descriptor = OwnedDescriptor(owning: number)
        var status = stat()
        guard unsafe fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= mostBytes
        else { throw .unlikely }
        var content = [UInt8](repeating: 0, count: mostBytes)
        let count = unsafe pread(descriptor.number, &content, mostBytes, 0)
        guard count >= 0 else { throw .unreadable(reason: unsafe String(cString: strerror(errno))) }
        self.path = path
        bytes = Array(content.prefix(count))
        isOpenToOthers = status.st_mode & 0o077 != 0
        isOurs = status.st_uid == getuid()
    }

    /// Whether its owner has left it open to others, by the rule of ssh: somebody else's file is his to close.
    ///
    /// - Parameter credentials: the folder that a service manager has made for this process alone, whatever the modes of
    ///   the files in it say; systemd's carry an access list.
    package func isExposed(outside credentials: String?) -> Bool {
        isOpenToOthers && isOurs && !(credentials.map { path.hasPrefix($0 + "/") } ?? false)
    }
}
