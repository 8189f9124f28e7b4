internal import Glibc

/// Folders that may be there already.
package enum Folder {
    /// Makes a folder and its parents; `false`, with `errno` set, when there is none afterwards.
    package static func make(_ path: String, mode: UInt32) -> Bool {
        if unsafe mkdir(path, mode) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
        guard make(String(path[..<slash]), mode: mode) else { return false }
        return unsafe mkdir(path, mode) == 0 || errno == EEXIST
    }
}
