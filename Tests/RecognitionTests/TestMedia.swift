internal import AttachmentModel
internal import Glibc
internal import Handover
internal import Recognition

/// The facts of a file that consists of these bytes.
func facts(_ bytes: [UInt8], by recognizer: Recognizer = Recognizer()) throws -> MediaFacts {
    recognizer.facts(of: try mapped(bytes))
}

/// Maps bytes as the worker does: from a descriptor of anonymous memory.
func mapped(_ bytes: [UInt8]) throws -> MappedMedia {
    guard let memory = OwnedDescriptor.memory(named: "recognition-test") else { throw NoMemory() }
    var written = 0
    while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(memory.number, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw NoMemory() }
        written += count
    }
    guard let media = MappedMedia(memory.number, count: bytes.count) else { throw NoMemory() }
    return media
}

struct NoMemory: Error {}
