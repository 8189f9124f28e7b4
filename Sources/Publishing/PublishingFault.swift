internal import AttachmentModel
internal import Glibc

/// Turns the system's last error into ours.
enum PublishingFault {
    static func last(_ path: String?) -> PreparationError {
        let number = errno
        let place = path ?? "the shelf"
        let detail = unsafe place + ": " + String(cString: strerror(number))
        switch number {
        case ENOSPC, EDQUOT: return PreparationError(.publishNoSpace, detail: detail)
        case EACCES, EPERM, EROFS, ENOTDIR, EEXIST, ENOENT, EISDIR:
            return PreparationError(.publishDenied, "\(place) cannot be written", detail: detail)
        default: return PreparationError(.publishFailed, "Writing \(place) failed", detail: detail)
        }
    }
}
