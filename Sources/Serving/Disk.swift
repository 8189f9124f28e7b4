internal import Glibc

/// A file system that must not run full.
struct Disk: Sendable {
    let folder: String

    /// Bytes that are left for this user; `nil` when the file system cannot be asked.
    ///
    /// A folder that is not there yet will be on the file system of the one it is made in.
    var freeBytes: Int? {
        var (status, path) = (statvfs(), folder)
        while unsafe statvfs(path, &status) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { return nil }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
        return overflow ? .max : bytes
    }
}
