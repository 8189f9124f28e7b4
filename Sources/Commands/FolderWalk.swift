internal import AttachmentModel
internal import Glibc

/// Finds the files below a folder, in an order that depends on nothing but their names.
///
/// Names are compared byte by byte and need not be text. Hidden entries are left out, and so are symbolic links: one may
/// lead anywhere, or in a circle.
struct FolderWalk {
    /// A file, or a folder that could not be read.
    struct Entry: Sendable {
        /// The path as the system knows it, without the zero that ends it.
        let path: [UInt8]
        /// Why the folder could not be read; `nil` for anything that is no folder.
        let problem: PreparationError?
    }

    /// Whether a path leads to a folder, be it by a link.
    static func isFolder(_ path: String) -> Bool { isFolder(Array(path.utf8)) }

    /// Whether a path leads to a folder, be it by a link.
    static func isFolder(_ path: [UInt8]) -> Bool {
        var status = stat()
        return unsafe stat(path.asCString, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All entries below `root`, folder by folder.
    static func entries(below root: String) -> [Entry] { entries(below: Array(root.utf8)) }

    /// All entries below `root`, folder by folder.
    static func entries(below root: [UInt8]) -> [Entry] {
        var found: [Entry] = []
        var waiting = [Entry(path: root, problem: nil)]
        while let next = waiting.popLast() {
            // Only the root is as short as itself, and it may be a link: it was asked for by name.
            guard next.path.count == root.count || mode(of: next.path) == S_IFDIR else {
                found.append(next)
                continue
            }
            do throws(PreparationError) {
                let names = try names(in: next.path).sorted { $0.lexicographicallyPrecedes($1) }
                let base = next.path.last == UInt8(ascii: "/") ? next.path : next.path + [UInt8(ascii: "/")]
                waiting += names.reversed().lazy.map { base + $0 }.filter { !isLink($0) }.map {
                    Entry(path: $0, problem: nil)
                }
            } catch {
                found.append(Entry(path: next.path, problem: error))
            }
        }
        return found
    }

    /// The names in one folder that are not hidden.
    private static func names(in folder: [UInt8]) throws(PreparationError) -> [[UInt8]] {
        guard let stream = unsafe opendir(folder.asCString) else {
            let reason = unsafe String(cString: strerror(errno))
            let shown = String(decoding: folder, as: UTF8.self)
            throw PreparationError(.sourceUnreadable, "The folder \(shown) cannot be read: \(reason)")
        }
        defer { unsafe closedir(stream) }
        var names: [[UInt8]] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe Array(bytes.prefix { $0 != 0 })
            }
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names
    }

    private static func isLink(_ path: [UInt8]) -> Bool { mode(of: path) == S_IFLNK }

    /// What an entry is, without following it; 0 when it has gone.
    private static func mode(of path: [UInt8]) -> mode_t {
        var status = stat()
        return unsafe lstat(path.asCString, &status) == 0 ? status.st_mode & S_IFMT : 0
    }
}

extension [UInt8] {
    /// The bytes as the system wants a path.
    fileprivate var asCString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
