internal import AttachmentModel
internal import Handover

/// Which parts of a file make the same picture without what is foreign to it, and what is put between them.
///
/// Coded pixels are copied as they are, so that nothing is lost; the result is recognised again like any rendition.
struct CopyPlan: Hashable {
    enum Piece: Hashable {
        /// Bytes of the source.
        case part(Range<Int>)
        /// Bytes of our own.
        case bytes([UInt8])
    }

    private(set) var pieces: [Piece] = []
    /// The size of the result.
    private(set) var count = 0
    /// Takes a part of the source; parts that touch become one.
    mutating func keep(_ range: Range<Int>) {
        count += range.count
        if case .part(let last) = pieces.last, last.upperBound == range.lowerBound {
            pieces[pieces.count - 1] = .part(last.lowerBound..<range.upperBound)
        } else {
            pieces.append(.part(range))
        }
    }

    /// Puts in bytes of our own.
    mutating func insert(_ bytes: [UInt8]) {
        count += bytes.count
        pieces.append(.bytes(bytes))
    }

    /// Plans a copy; `nil` when leaving out what is foreign would change how the picture looks.
    init?(of file: CodedBytes, as kind: MediaKind) throws(RasterFault) {
        let plan: CopyPlan? =
            switch kind {
            case .jpeg: try JPEGCopy.plan(of: file)
            case .png: try PNGCopy.plan(of: file)
            case .gif: try GIFCopy.plan(of: file)
            default: nil
            }
        guard let plan else { return nil }
        self = plan
    }

    /// An empty plan.
    init() {}

    /// Writes the copy to an open descriptor; `false` when it takes no more.
    func write(_ file: CodedBytes, to output: Int32) throws(RasterFault) -> Bool {
        for piece in pieces {
            let isWritten =
                switch piece {
                case .part(let range): unsafe try file.withPart(range) { unsafe OwnedDescriptor.append($0, to: output) }
                case .bytes(let bytes): unsafe bytes.withUnsafeBytes { unsafe OwnedDescriptor.append($0, to: output) }
                }
            if !isWritten { return false }
        }
        return true
    }
}
