internal import AttachmentModel
internal import Glibc
internal import Handover
internal import Signatures

/// A file of this machine, taken as it lies.
enum LocalFile {
    /// Opens a regular file; anything else is refused by name, and a pipe without anybody at its other end cannot hang.
    static func open(_ path: String, limits: SourceLimits) throws(PreparationError) -> Download {
        let number = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw unreadable(path, errno) }
        let descriptor = OwnedDescriptor(owning: number)
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw unreadable(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PreparationError(.sourceNotAFile, "\(path) is \(words(for: status.st_mode))")
        }
        guard let count = Int(exactly: status.st_size), count > 0 else { throw PreparationError(.mediaEmpty) }
        let limit = limits.bytes(for: try headKind(of: number, path).mediaClass)
        guard count <= limit else {
            throw PreparationError(
                .fetchTooLarge, "\(path) has \(count) bytes; at most \(limit) are taken for its kind")
        }
        return try Download(file: descriptor, count: count)
    }

    private static func headKind(of number: Int32, _ path: String) throws(PreparationError) -> MediaKind {
        var head = [UInt8](repeating: 0, count: Signature.headLength)
        let got = unsafe pread(number, &head, head.count, 0)
        guard got >= 0 else { throw unreadable(path, errno) }
        return Signature.kind(of: head.span.extracting(first: got))
    }

    private static func unreadable(_ path: String, _ reason: Int32) -> PreparationError {
        if [EMFILE, ENFILE].contains(reason) {
            return PreparationError(.overloaded, "No descriptor is left for another file", stage: .source)
        }
        if [ENXIO, ENODEV].contains(reason) { return PreparationError(.sourceNotAFile, "\(path) is no regular file") }
        let words = unsafe String(cString: strerror(reason))
        return PreparationError(.sourceUnreadable, "\(path) cannot be read: \(words)")
    }

    private static func words(for mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
