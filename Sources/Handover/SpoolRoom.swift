internal import CDescriptors
internal import Glibc
internal import Synchronization

/// The room that all spools of a process share: a bound on what is held at once, and where large ones go.
package final class SpoolRoom: Sendable {
    /// The folder for spools that outgrow memory; made when the first one does.
    package let folder: String
    private let free: Mutex<Int>

    /// - Parameter bytes: what all spools together may hold.
    package init(folder: String, bytes: Int) {
        self.folder = folder
        free = Mutex(bytes)
    }

    /// Whether a spool that outgrows memory finds a place.
    package var isUsable: Bool {
        guard let file = openNamelessFile() else { return false }
        // A full disk has names left when it has no bytes.
        return unsafe pwrite(file.number, "affix", 5, 0) == 5
    }

    /// An empty file for a rendition: in memory when it will be small, else one without a name, which takes less time to
    /// fill than memory and leaves that to the decoders.
    ///
    /// Memory also where there is no place for such a file; `nil` when there is neither.
    package func emptyFile(expecting bytes: Int) -> OwnedDescriptor? {
        let file = bytes > Spool.mostInMemory ? openNamelessFile() : nil
        if let file { return file }
        return OwnedDescriptor.memory(named: "affix-rendition")
    }

    /// Takes `bytes` out of the budget, or nothing at all.
    func reserve(_ bytes: Int) -> Bool {
        free.withLock { free in
            guard bytes <= free else { return false }
            free -= bytes
            return true
        }
    }

    func release(_ bytes: Int) {
        free.withLock { $0 += bytes }
    }

    /// A file without a name: nothing is left behind, however this process ends.
    func openNamelessFile() -> OwnedDescriptor? {
        guard Folder.make(folder, mode: 0o700) else { return nil }
        var template = Array((folder + "/spool-XXXXXX").utf8CString)
        let number = unsafe affix_open_nameless(folder, &template)
        return number < 0 ? nil : OwnedDescriptor(owning: number)
    }
}
