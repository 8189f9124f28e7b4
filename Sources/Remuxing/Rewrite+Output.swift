internal import ForeignBytes
internal import Handover

extension Rewrite {
    /// Pieces up to here are gathered: a system call costs more than copying them once more.
    private static let mostGathered = 1 << 16

    /// Writes the file; `false` when the output takes no more.
    func write(to output: borrowing OwnedDescriptor, from media: MappedMedia, _ file: ByteWindow) -> Bool {
        var gathered: [UInt8] = []
        gathered.reserveCapacity(Self.mostGathered * 2)
        for piece in pieces {
            switch piece {
            case .made(let bytes): gathered.append(contentsOf: bytes)
            case .copied(let range) where range.count < Self.mostGathered:
                unsafe file.withBytes(in: range) { unsafe gathered.append(contentsOf: $0) }
            case .copied(let range):
                guard Self.flush(&gathered, to: output) else { return false }
                media.populate(range)
                guard unsafe file.withBytes(in: range, { unsafe output.append($0) }) else { return false }
            }
            if gathered.count >= Self.mostGathered, !Self.flush(&gathered, to: output) { return false }
        }
        return Self.flush(&gathered, to: output)
    }

    private static func flush(_ bytes: inout [UInt8], to output: borrowing OwnedDescriptor) -> Bool {
        defer { bytes.removeAll(keepingCapacity: true) }
        return unsafe bytes.withUnsafeBytes { unsafe output.append($0) }
    }
}
