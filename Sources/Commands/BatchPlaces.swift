internal import AttachmentModel
internal import FoundationEssentials
internal import Glibc

/// The files of a batch, none of which may take the place of another.
struct BatchPlaces {
    /// A file, by whatever name it is reached.
    private enum Identity: Hashable {
        case file(device: dev_t, number: ino_t)
        /// One that is not there yet, by its folder.
        case name(device: dev_t, folder: ino_t, name: String)
    }

    let manifests: [String]
    let journal: String
    let report: String?

    /// Tells before any work begins what would destroy a file, or could not be written in the end.
    func check() throws(CommandFailure) {
        let out = Self.identity(journal)
        for number in [STDOUT_FILENO, STDERR_FILENO] where out != nil && out == Self.identity(open: number) {
            throw .usage("--out must be a file of its own: what affix says goes to \(journal) as well")
        }
        for manifest in manifests {
            let list = Self.identity(manifest == "-" ? "/dev/stdin" : manifest)
            guard list != out || list == nil else {
                throw .usage("--out must not be the manifest \(manifest): the results would be written into it")
            }
            guard let report, let list, list == Self.identity(report) else { continue }
            throw .usage("--report must not be the manifest \(manifest): the page would take its place")
        }
        guard let report else { return }
        let page = Self.identity(report)
        guard page != out || page == nil else {
            throw .usage("--report must not be the journal: the page would take its place")
        }
        let folder = Self.folder(of: report)
        var status = stat()
        guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .problem(PreparationError(.configurationInvalid, "The folder of the report, \(folder), is not there"))
        }
        guard unsafe access(folder, W_OK | X_OK) == 0 else {
            throw .problem(PreparationError(.configurationInvalid, "The report \(report) cannot be written"))
        }
    }

    private static func identity(of status: stat) -> Identity? {
        // A terminal or /dev/null is no file that anything could take the place of.
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        return .file(device: status.st_dev, number: status.st_ino)
    }

    private static func identity(open number: Int32) -> Identity? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? identity(of: status) : nil
    }

    private static func identity(_ path: String) -> Identity? {
        var status = stat()
        if unsafe stat(path, &status) == 0 { return identity(of: status) }
        guard let name = path.split(separator: "/").last, unsafe stat(folder(of: path), &status) == 0 else {
            return nil
        }
        return .name(device: status.st_dev, folder: status.st_ino, name: String(name))
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
