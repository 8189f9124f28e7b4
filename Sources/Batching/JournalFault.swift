internal import AttachmentModel
internal import Glibc

/// Turns the system's last error about a journal into ours.
enum JournalFault {
    static func last(_ path: String, _ happening: String) -> PreparationError {
        let number = errno
        let detail = unsafe String(cString: strerror(number))
        let full: Set<Int32> = [ENOSPC, EDQUOT]
        if full.contains(number) {
            return PreparationError(.publishNoSpace, "The disk of the journal \(path) is full", detail: detail)
        }
        return PreparationError(.configurationInvalid, "The journal \(path) \(happening)", detail: detail)
    }
}
