internal import AttachmentModel
internal import Testing

/// A file, and what decides about it.
struct FactRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let expected: MediaFacts

    /// - Parameter change: how the facts differ from those of a plain file of this kind.
    init(_ words: String, _ kind: MediaKind, _ bytes: [UInt8], _ change: (inout MediaFacts) -> Void = { _ in }) {
        testDescription = words
        self.bytes = bytes
        var expected = Self.plain(kind)
        expected.bytes = bytes.count
        change(&expected)
        self.expected = expected
    }

    private static func plain(_ kind: MediaKind) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: 0)
        switch kind.mediaClass {
        case .image:
            (facts.width, facts.height, facts.frames) = (64, 48, 1)
        case .movie:
            (facts.width, facts.height, facts.frames, facts.duration) = (64, 48, 50, 2)
            facts.codecs = ["h264"]
        case .audio, .foreign: break
        }
        if kind == .gif { facts.traits = [.indexed] }
        return facts
    }

    /// Compares all but the details, which have tables of their own.
    func check() throws {
        var read = try facts(bytes)
        (read.coding, read.tracks, read.carried) = (nil, [], [])
        #expect(read == expected)
    }
}
