internal import AttachmentModel
internal import Glibc
internal import Handover

/// A copy of a rendition beside the shelf, whole but not yet seen.
struct PlacedCopy: ~Copyable {
    private let path: String
    private let folder: String
    private var staged: StagedFile

    /// Writes the copy where it will appear; a place that cannot take a file is `publish-denied`.
    init(of rendition: borrowing OwnedDescriptor, count: Int, at path: String) throws(PreparationError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard Self.takesFile(path) else {
            throw PreparationError(.publishDenied, "\(path) is there already and no regular file")
        }
        var staged = try StagedFile(in: folder)
        _ = try staged.fill(from: rendition, count: count)
        self.path = path
        self.folder = folder
        self.staged = staged
    }

    /// Whether nothing is there, or a regular file of its own: a link, a pipe or a device is never replaced.
    private static func takesFile(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return errno == ENOENT }
        return status.st_mode & 0o170000 == 0o100000
    }

    /// Replaces what is there in one step.
    consuming func appear() throws(PreparationError) {
        try staged.appear(at: path, in: folder)
    }
}
