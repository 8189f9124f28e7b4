internal import ForeignBytes

/// The parameter sets of an HEVC stream, as its `hvcC` box holds them (ISO/IEC 14496-15, section 8.3.2).
///
/// Under the tag `hvc1` all of them lie there; under `hev1` they may lie among the samples too.
struct ParameterSets {
    /// Types of units: video, sequence and picture parameter sets.
    private static let types = 32...34
    /// Units from here on belong to no picture.
    private static let firstOutsidePictures = 32

    /// Whether the box says that the samples hold none.
    let areComplete: Bool
    /// The box's bytes, saying just that.
    let closed: [UInt8]
    /// Bytes of the length in front of each unit of a sample.
    private let lengthSize: Int
    private let sets: Set<[UInt8]>

    init(_ box: ByteWindow) throws(Fault) {
        guard box.count <= 65_536 else { throw .corrupt("The box hvcC is too long") }
        var closed = try box.copy(at: 0, count: box.count)
        var sets: Set<[UInt8]> = []
        var (found, isComplete) = (Set<Int>(), true)
        lengthSize = (try box.big(1, at: 21)) & 3 + 1
        var offset = 23
        for _ in 0..<(try box.big(1, at: 22)) {
            let head = try box.big(1, at: offset)
            let count = try box.big(2, at: offset + 1)
            let isSet = Self.types.contains(head & 63)
            if isSet && count > 0 {
                found.insert(head & 63)
                isComplete = isComplete && head & 0x80 != 0
                closed[offset] |= 0x80
            }
            offset += 3
            for _ in 0..<count {
                let length = try box.big(2, at: offset)
                if isSet { sets.insert(try box.copy(at: offset + 2, count: length)) }
                offset += 2 + length
            }
        }
        guard found.count == Self.types.count else {
            throw .unsupported("The HEVC parameter sets lie among the samples, where players of Apple do not look")
        }
        areComplete = isComplete
        self.closed = closed
        self.sets = sets
    }

    /// Makes sure that no sample changes the parameter sets.
    ///
    /// They come in front of the first picture of a sample, so that little of each is looked at.
    func insist(on samples: SampleTables, in file: ByteWindow) throws(Fault) {
        var next = 0
        try samples.forEach { (number, offset, size) throws(Fault) in
            if let syncs = samples.syncs {
                guard next < syncs.count, number == Int(syncs[next]) else { return }
                next += 1
            }
            try insist(on: try file.part(at: offset, count: size))
        }
    }

    private func insist(on sample: ByteWindow) throws(Fault) {
        var offset = 0
        while sample.holds(lengthSize + 2, at: offset) {
            let length = try sample.big(lengthSize, at: offset)
            offset += lengthSize
            let type = try sample.big(1, at: offset) >> 1 & 63
            guard type >= Self.firstOutsidePictures else { return }
            guard sample.holds(length, at: offset) else { throw .corrupt("A unit of HEVC is longer than its sample") }
            if Self.types.contains(type), !sets.contains(try sample.copy(at: offset, count: length)) {
                throw .unsupported(
                    "The HEVC parameter sets change among the samples, where players of Apple do not look")
            }
            offset += length
        }
    }
}
