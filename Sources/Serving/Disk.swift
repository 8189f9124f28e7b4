internal import Glibc

/// A file system that must not run full.
struct Disk: Sendable {
    let folder: String

    /// Bytes that are left for this user; `nil` when the folder is not there yet, or cannot be asked.
    var freeBytes: Int? {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(by: Int(status.f_frsize))
        return overflow ? .max : bytes
    }
}
