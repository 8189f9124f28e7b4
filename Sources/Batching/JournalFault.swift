package import AttachmentModel
internal import Glibc

/// Why a journal cannot be written, in our errors.
package enum JournalFault {
    /// The system's last error about one.
    static func last(_ path: String, _ happening: String) -> PreparationError {
        let number = errno
        let detail = unsafe String(cString: strerror(number))
        let full: Set<Int32> = [ENOSPC, EDQUOT]
        if full.contains(number) {
            return PreparationError(.publishNoSpace, "The disk of the journal \(path) is full", detail: detail)
        }
        return PreparationError(.configurationInvalid, "The journal \(path) \(happening)", detail: detail)
    }

    /// Somebody else holds it.
    package static func busy(_ path: String) -> PreparationError {
        PreparationError(
            .overloaded, "Another run is at work on \(path)", stage: .configuration,
            advice: "Wait for its end, or give this one a journal of its own with --out")
    }
}
