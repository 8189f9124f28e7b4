internal import AttachmentModel
internal import ForeignBytes

/// Reads the header of a Windows Media file: its length, its streams and whether it is locked.
///
/// Objects are named by 16 bytes, of which the first eight tell those apart that are read here (Advanced Systems Format
/// specification, section 10).
struct WindowsMediaReader: StructureReader {
    private enum Name {
        static let file: UInt64 = 0x11CF_A947_8CAB_DCA1
        static let stream: UInt64 = 0x11CF_A9B7_B7DC_0791
        static let sound: UInt64 = 0x11CF_5B4D_F869_9E40
        static let picture: UInt64 = 0x11CF_5B4D_BC19_EFC0
        static let locks: Set<UInt64> = [0x11D2_BD23_2211_B3FB, 0x4C17_2622_298A_E614]
    }

    private static let mostObjects = 256

    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        let header = try file.part(at: 0, count: try file.little(8, at: 16))
        var position = 30
        for _ in 0..<Self.mostObjects {
            guard let name = header.littleWord(at: position) else { break }
            let length = try header.little(8, at: position + 16)
            guard length >= 24 else { throw .corrupt }
            let object = try header.part(at: position, count: length)
            if name == Name.file { try readFile(object) }
            if name == Name.stream { try readStream(object) }
            if Name.locks.contains(name) { facts.traits.insert(.encrypted) }
            position += length
        }
        let pictures = facts.tracks.filter { $0.role == .picture }
        let sounds = facts.tracks.filter { $0.role == .sound }
        facts.codecs = (pictures + sounds).compactMap(\.codec)
        facts.kind = pictures.isEmpty ? .wma : .wmv
        guard !facts.codecs.isEmpty else { throw .noPicture }
        guard (expected ?? 0) <= file.count else { throw .truncated }
    }

    /// The size of the whole file, where its writer could go back and note it.
    private var expected: Int?

    private mutating func readFile(_ object: ByteWindow) throws(Fault) {
        // The time at which the last sample ends counts from before a pause that fills the receiver's buffer.
        let seconds = Double(try object.little(8, at: 64)) / 1e7 - Double(try object.little(8, at: 80)) / 1e3
        guard try object.little(4, at: 88) & 1 == 0 else { return }
        if seconds > 0 { facts.duration = seconds }
        expected = try object.little(8, at: 40)
    }

    private mutating func readStream(_ object: ByteWindow) throws(Fault) {
        switch object.littleWord(at: 24) {
        case Name.sound:
            let format = try object.little(2, at: 78)
            var track = TrackFacts(.sound, codec: Self.sounds[format] ?? "wave-\(format)")
            track.channels = try object.little(2, at: 80)
            track.sampleRate = try object.little(4, at: 82)
            facts.tracks.append(track)
        case Name.picture:
            var track = TrackFacts(.picture)
            let (width, height) = (try object.little(4, at: 78), try object.little(4, at: 82))
            track.tag = try object.code(at: 105).text
            track.codec = track.tag?.lowercased()
            if width > 0, height > 0 {
                (track.width, track.height) = (width, height)
                facts.show(width: width, height: height)
            }
            facts.tracks.append(track)
        default: break
        }
    }

    private static let sounds = [
        0x160: "wmav1", 0x161: "wmav2", 0x162: "wmapro", 0x163: "wma-lossless", 0xA: "wma-voice",
    ]
}
