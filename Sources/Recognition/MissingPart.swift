package import AttachmentModel
internal import ForeignBytes
package import Handover

extension Recognizer {
    /// What must still be fetched of a file before its structure can be read; `nil` when all of that is there.
    ///
    /// Only the outermost level is walked, and of samples nothing but their length is looked at.
    ///
    /// - Parameter held: the parts that are there.
    package func missingPart(of media: MappedMedia, as kind: MediaKind, held: [Range<Int>]) -> Range<Int>? {
        unsafe media.withBytes { bytes in
            MissingPart(file: unsafe ByteWindow(file: bytes), held: held).range(of: kind)
        }
    }
}

/// Walks the outermost parts of a file that is there in parts only.
struct MissingPart {
    let file: ByteWindow
    let held: [Range<Int>]

    /// A file with more parts is worth fetching whole.
    private static let mostParts = 4_096

    private struct Part {
        let end: Int
        let isSamples: Bool
    }

    func range(of kind: MediaKind) -> Range<Int>? {
        switch kind {
        case .wav:
            walk(from: 12, headLength: 8, chunk("data") { offset throws(Fault) in try file.little(4, at: offset) })
        case .aiff: walk(from: 12, headLength: 8, chunk("SSND") { offset throws(Fault) in try file.big(4, at: offset) })
        case .mp4, .m4a, .m4v, .mov, .threeGP: walk(from: 0, headLength: 16, box)
        default: gap(in: 0..<file.count)
        }
    }

    /// - Parameter read: the part that begins at an offset where its head is known to be there.
    private func walk(from start: Int, headLength: Int, _ read: (Int) throws(Fault) -> Part) -> Range<Int>? {
        var position = start
        for _ in 0..<Self.mostParts {
            guard position < file.count - 8 else { return nil }
            if let gap = gap(in: position..<min(position + headLength, file.count)) { return gap }
            // What contradicts itself is the reader's to tell.
            guard let part = try? read(position), part.end - position >= 8 else { return nil }
            if !part.isSamples, let gap = gap(in: position..<min(part.end, file.count)) { return gap }
            position = part.end
        }
        return gap(in: 0..<file.count)
    }

    private func box(at position: Int) throws(Fault) -> Part {
        var size = try file.big(4, at: position)
        if size == 1 { size = try file.big(8, at: position + 8) }
        if size == 0 { size = file.count - position }
        let name = try file.code(at: position + 4)
        let (end, isTooMuch) = position.addingReportingOverflow(size)
        guard !isTooMuch else { throw .corrupt }
        return Part(end: end, isSamples: ["mdat", "free", "skip", "wide"].contains(name))
    }

    private func chunk(
        _ samples: String, _ size: @escaping (Int) throws(Fault) -> Int
    ) -> (Int) throws(Fault) -> Part {
        { position throws(Fault) in
            let length = try size(position + 4)
            // Chunks begin at even offsets.
            let (end, isTooMuch) = position.addingReportingOverflow(8 + length + length % 2)
            guard !isTooMuch else { throw .corrupt }
            return Part(end: end, isSamples: file.reads(samples, at: position))
        }
    }

    /// The first stretch of a range that is not there.
    private func gap(in range: Range<Int>) -> Range<Int>? {
        var start = range.lowerBound
        for part in held where part.contains(start) { start = part.upperBound }
        guard start < range.upperBound else { return nil }
        let end = held.first { $0.lowerBound > start }.map { min($0.lowerBound, range.upperBound) }
        return start..<(end ?? range.upperBound)
    }
}
