internal import AttachmentModel
internal import Glibc
internal import Handover

/// The file of a report, which appears whole or not at all.
struct ReportFile: ~Copyable {
    private let path: String
    private let staged: String
    private let descriptor: OwnedDescriptor

    init(at path: String) throws(PreparationError) {
        self.path = path
        staged = path + ".part-\(getpid())"
        let number = unsafe open(staged, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard number >= 0 else { throw Self.fault(path) }
        descriptor = OwnedDescriptor(owning: number)
    }

    deinit {
        // Gone already when it has appeared.
        _ = unsafe unlink(staged)
    }

    func write(_ piece: HTML) throws(PreparationError) {
        try write(Array(piece.text.utf8))
    }

    func write(_ bytes: [UInt8]) throws(PreparationError) {
        let isWritten = unsafe bytes.withUnsafeBytes { unsafe descriptor.append($0) }
        guard isWritten else { throw Self.fault(path) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) {
        guard unsafe descriptor.append(bytes) else { throw Self.fault(path) }
    }

    /// Takes the place of whatever had the name.
    consuming func appear() throws(PreparationError) {
        guard unsafe rename(staged, path) == 0 else { throw Self.fault(path) }
    }

    private static func fault(_ path: String) -> PreparationError {
        let number = errno
        let detail = unsafe String(cString: strerror(number))
        if number == ENOSPC || number == EDQUOT {
            return PreparationError(.publishNoSpace, "The disk of the report \(path) is full", detail: detail)
        }
        return PreparationError(.configurationInvalid, "The report \(path) cannot be written", detail: detail)
    }
}
