internal import AttachmentModel
internal import Digests
internal import Glibc
internal import Handover

/// A file in the making that nobody can see: it appears under its name whole, or never.
///
/// Where the file system can, it has no name until then, so that even a killed process leaves nothing behind.
struct StagedFile: ~Copyable {
    private let descriptor: OwnedDescriptor
    /// Its temporary name, on a file system where every file needs one.
    private var temporaryName: String?

    /// Opens an empty file in a folder that exists.
    init(in folder: String) throws(PreparationError) {
        let nameless = unsafe open(folder, O_RDWR | O_CLOEXEC | Self.nameless, 0o644)
        if nameless >= 0 {
            descriptor = OwnedDescriptor(owning: nameless)
            return
        }
        guard errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL else { throw PublishingFault.last(folder) }
        let name = Self.freshName(in: folder)
        let named = unsafe open(name, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0o644)
        guard named >= 0 else { throw PublishingFault.last(folder) }
        descriptor = OwnedDescriptor(owning: named)
        temporaryName = name
    }

    deinit {
        if let temporaryName { unsafe unlink(temporaryName) }
    }

    /// Copies a file in, and returns the SHA-256 of what was copied.
    mutating func fill(from source: borrowing OwnedDescriptor, count: Int) throws(PreparationError) -> String {
        var hash = SHA256()
        try unsafe source.forEachPiece(of: count) { (bytes) throws(PreparationError) in
            unsafe hash.update(bytes)
            guard unsafe descriptor.append(bytes) else { throw PublishingFault.last(nil) }
        }
        return hash.finish()
    }

    /// Makes the file appear at `path`, in the folder it was opened in; whatever is there is replaced in one step.
    consuming func appear(at path: String, in folder: String) throws(PreparationError) {
        guard fsync(descriptor.number) == 0 else { throw PublishingFault.last(path) }
        if temporaryName == nil {
            if link(as: path) { return }
            // What is there already is replaced, which in one step only a rename does.
            let name = Self.freshName(in: folder)
            guard errno == EEXIST, link(as: name) else { throw PublishingFault.last(path) }
            temporaryName = name
        }
        guard let name = temporaryName, unsafe rename(name, path) == 0 else { throw PublishingFault.last(path) }
        temporaryName = nil
    }

    /// Gives the file its first name; `false`, with `errno` set, when the name is taken or the folder takes none.
    private func link(as name: String) -> Bool {
        unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor.number)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }

    /// O_TMPFILE, which glibc shows only with _GNU_SOURCE.
    private static let nameless: Int32 = 0o20_200_000

    private static func freshName(in folder: String) -> String {
        folder + "/.affix-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }
}
