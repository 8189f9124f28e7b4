internal import AttachmentModel
internal import ForeignBytes

/// Reads the tables of an MPEG transport stream and the head of its first picture stream (ITU-T H.222.0, section 2.4).
///
/// A stream may begin anywhere: what is not found near its beginning is not told, and is no fault.
struct TransportStreamReader: StructureReader {
    /// How much is looked at: more than what a broadcast of 25 Mb/s has between two pictures that stand by themselves.
    private static let reach = 8_000_000
    /// The head of the pictures stands first in the packet of one that can be decoded by itself.
    private static let headLength = 2_048
    private static let length = 188

    var facts: MediaFacts
    private let file: ByteWindow
    private var tablePID: Int?
    private var streams: [(pid: Int, track: TrackFacts)] = []
    /// The beginning of the packet of pictures that is being put together.
    private var head: [UInt8] = []
    private var header: SequenceHeader?

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        // The form of discs has the time of arrival before each packet.
        let isTimed = try file.byte(at: 0) != 0x47
        let (first, step) = isTimed ? (4, Self.length + 4) : (0, Self.length)
        var start = first
        while header == nil, mayHaveHead, start < Self.reach, file.holds(Self.length, at: start) {
            readPacket(file.clipped(at: start, count: Self.length))
            start += step
        }
        conclude()
    }

    private mutating func readPacket(_ packet: ByteWindow) {
        guard let word = try? packet.big(4, at: 0), word >> 24 == 0x47, word & 0x80_00C0 == 0 else { return }
        let (pid, begins) = (word >> 8 & 0x1FFF, word & 0x40_0000 != 0)
        guard word & 0x10 != 0 else { return }
        let adaptation = word & 0x20 == 0 ? 0 : 1 + ((try? packet.byte(at: 4)) ?? 0)
        let payload = packet.clipped(at: 4 + adaptation)
        if let picture = picture, streams[picture].pid == pid {
            readPictures(payload, begins: begins, codec: streams[picture].track.codec)
        } else if begins, pid == 0, tablePID == nil {
            tablePID = try? Self.tablePID(payload)
        } else if begins, pid == tablePID, streams.isEmpty {
            try? readTable(payload)
        }
    }

    /// Whether the pictures are of a codec whose head can be read, as far as that is known.
    private var mayHaveHead: Bool {
        picture.map { ["h264", "hevc"].contains(streams[$0].track.codec) } ?? streams.isEmpty
    }

    private var picture: Int? { streams.firstIndex { $0.track.role == .picture } }

    /// A section of a table, without the fields that all tables have, nor the checksum.
    private static func section(_ payload: ByteWindow, table: Int) throws(Fault) -> ByteWindow {
        let start = 1 + (try payload.byte(at: 0))
        guard try payload.byte(at: start) == table else { throw .corrupt }
        let length = try payload.big(2, at: start + 1) & 0xFFF
        // One that is longer than its packet is read as far as that goes.
        return payload.clipped(at: start + 8, count: max(0, length - 5 - 4))
    }

    /// Where the table of the first programme lies.
    private static func tablePID(_ payload: ByteWindow) throws(Fault) -> Int {
        var cursor = ByteCursor(try section(payload, table: 0))
        while true {
            let (programme, pid) = (try cursor.big(2), try cursor.big(2) & 0x1FFF)
            // That of number 0 is of the network.
            if programme != 0 { return pid }
        }
    }

    private mutating func readTable(_ payload: ByteWindow) throws(Fault) {
        var cursor = ByteCursor(try Self.section(payload, table: 2))
        try cursor.skip(2)
        try cursor.skip(try cursor.big(2) & 0xFFF)
        while cursor.remaining >= 5 {
            let (type, pid) = (try cursor.byte(), try cursor.big(2) & 0x1FFF)
            let descriptors = cursor.takeClipped(try cursor.big(2) & 0xFFF)
            streams.append((pid, Self.track(type, descriptors)))
        }
    }

    /// Types of streams (ITU-T H.222.0, table 2-34; from 80 on those of ATSC and of discs).
    private static func track(_ type: Int, _ descriptors: ByteWindow) -> TrackFacts {
        switch type {
        case 0x01: TrackFacts(.picture, codec: "mpeg1")
        case 0x02: TrackFacts(.picture, codec: "mpeg2")
        case 0x10: TrackFacts(.picture, codec: "mp4v")
        case 0x1B: TrackFacts(.picture, codec: "h264")
        case 0x24: TrackFacts(.picture, codec: "hevc")
        case 0xEA: TrackFacts(.picture, codec: "vc1")
        case 0x03, 0x04: TrackFacts(.sound, codec: "mp2")
        case 0x0F, 0x11: TrackFacts(.sound, codec: "aac")
        case 0x80: TrackFacts(.sound, codec: "pcm")
        case 0x81: TrackFacts(.sound, codec: "ac3")
        case 0x82, 0x85: TrackFacts(.sound, codec: "dts")
        case 0x84, 0x87: TrackFacts(.sound, codec: "eac3")
        case 0x06: privateTrack(descriptors)
        default: TrackFacts(.other)
        }
    }

    /// What broadcasts say of private data by descriptors (ETSI EN 300 468, annex D).
    private static func privateTrack(_ descriptors: ByteWindow) -> TrackFacts {
        var cursor = ByteCursor(descriptors)
        while let tag = try? cursor.byte(), let length = try? cursor.byte() {
            let body = cursor.takeClipped(length)
            switch tag {
            case 0x6A: return TrackFacts(.sound, codec: "ac3")
            case 0x7A: return TrackFacts(.sound, codec: "eac3")
            case 0x7B: return TrackFacts(.sound, codec: "dts")
            case 0x7C: return TrackFacts(.sound, codec: "aac")
            case 0x05 where body.reads("Opus"): return TrackFacts(.sound, codec: "opus")
            default: break
            }
        }
        return TrackFacts(.other)
    }

    /// Puts the beginning of a packet of pictures together, and looks into it.
    private mutating func readPictures(_ payload: ByteWindow, begins: Bool, codec: String?) {
        if begins { head.removeAll(keepingCapacity: true) }
        // In the middle of one that began before the file did there is no head.
        guard begins || !head.isEmpty, head.count < Self.headLength else { return }
        head += (try? payload.copy(at: 0, count: payload.count)) ?? []
        header = unsafe head.withUnsafeBytes { bytes in
            SequenceHeader(inStream: unsafe ByteWindow(file: bytes), of: codec)
        }
    }

    private mutating func conclude() {
        guard let picture else { return }
        if let header {
            // A pixel's shape changes the width.
            let width = (header.width * header.pixelWidth + header.pixelHeight / 2) / header.pixelHeight
            facts.show(width: width, height: header.height)
            (streams[picture].track.width, streams[picture].track.height) = (width, header.height)
            (streams[picture].track.profile, streams[picture].track.level) = (
                header.level?.profile, header.level?.level
            )
            streams[picture].track.noteColours(header.colours)
        }
        facts.tracks = streams.map(\.track).filter { $0.role != .other }
        let sounds = facts.tracks.filter { $0.role == .sound }
        facts.codecs = [streams[picture].track.codec].compactMap(\.self) + sounds.prefix(1).compactMap(\.codec)
    }
}
