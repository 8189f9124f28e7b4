internal import Glibc
internal import Handover

/// A file of the shelf: whether it is there, and how long it stays.
///
/// Its time of change says when it was last published or asked for. Whoever renews or removes it holds a lock on the
/// file itself, so that it is not removed by one process while another one answers with it.
struct ShelfFile {
    let path: String

    /// Renews the file; `false` when it is not there, or not as large as it should be.
    func renew(expecting bytes: Int, now: Int) -> Bool {
        guard let descriptor = locked(), let status = Self.status(of: descriptor), status.st_nlink > 0,
            Int(status.st_size) == bytes
        else { return false }
        guard now - status.st_mtim.tv_sec >= DirectoryShelf.renewalInterval else { return true }
        let times = [timespec(tv_sec: now, tv_nsec: 0), timespec(tv_sec: now, tv_nsec: 0)]
        return unsafe futimens(descriptor.number, times) == 0
    }

    /// Removes the file if it has not been renewed since; gives its size, or `nil` when it stays.
    func remove(unusedSince limit: Int) -> Int? {
        guard let descriptor = locked(), let status = Self.status(of: descriptor), status.st_nlink > 0,
            status.st_mtim.tv_sec < limit, Self.inode(at: path) == status.st_ino, unsafe unlink(path) == 0
        else { return nil }
        return Int(status.st_size)
    }

    /// The file, locked until its descriptor goes.
    private func locked() -> OwnedDescriptor? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let descriptor = OwnedDescriptor(owning: number)
        while flock(number, LOCK_EX) != 0 { guard errno == EINTR else { return nil } }
        return descriptor
    }

    private static func status(of descriptor: borrowing OwnedDescriptor) -> stat? {
        var status = stat()
        return unsafe fstat(descriptor.number, &status) == 0 ? status : nil
    }

    private static func inode(at path: String) -> UInt? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? UInt(status.st_ino) : nil
    }
}
