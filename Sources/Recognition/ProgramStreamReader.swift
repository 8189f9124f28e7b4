internal import AttachmentModel
internal import ForeignBytes

/// Reads the beginning and the end of an MPEG program stream, or of a bare MPEG-1 or MPEG-2 picture stream.
struct ProgramStreamReader: StructureReader {
    /// How much is looked at on either side: a stream without a time stamp in so many bytes has none for us.
    private static let reach = 262_144
    /// Time stamps count at this rate, and begin anew after 33 bits.
    private static let ticksPerSecond = 90_000.0

    var facts: MediaFacts
    private let file: ByteWindow
    private var firstTime: Int?
    private var lastTime: Int?
    private var size: (width: Int, height: Int)?
    /// The shape of the whole picture, by its number in the sequence header.
    private var shape = 0
    private var isSecond = false
    private var hasPicture = false
    private var sound: String?

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        defer { conclude() }
        let head = file.clipped(at: 0, count: Self.reach)
        readUnits(head, isHead: true)
        readUnits(file.clipped(at: max(0, file.count - Self.reach)), isHead: false)
        guard hasPicture || sound != nil else { throw .noPicture }
    }

    /// Goes from start code to start code: two zeros and a one, then the name of the unit.
    private mutating func readUnits(_ part: ByteWindow, isHead: Bool) {
        var position = 2
        while let one = part.position(of: 1, from: position) {
            position = one + 1
            guard (try? part.big(2, at: one - 2)) == 0, let name = try? part.byte(at: one + 1) else { continue }
            switch name {
            case 0xB3 where isHead && size == nil: readSequence(part, at: one + 2)
            case 0xB5 where isHead: isSecond = isSecond || (try? part.byte(at: one + 2)).map { $0 >> 4 == 1 } == true
            case 0xC0...0xDF:
                sound = sound ?? "mp2"
                note(time: Self.time(part, at: one + 2))
            case 0xBD:
                sound = sound ?? Self.privateSound(part, at: one + 2)
                note(time: Self.time(part, at: one + 2))
            case 0xE0...0xEF:
                hasPicture = true
                note(time: Self.time(part, at: one + 2))
            default: break
            }
        }
    }

    private mutating func readSequence(_ part: ByteWindow, at start: Int) {
        guard let sides = try? part.big(3, at: start), sides >> 12 > 0, sides & 0xFFF > 0 else { return }
        hasPicture = true
        size = (sides >> 12, sides & 0xFFF)
        shape = ((try? part.byte(at: start + 3)) ?? 0) >> 4
    }

    private mutating func note(time: Int?) {
        guard let time else { return }
        firstTime = min(firstTime ?? time, time)
        lastTime = max(lastTime ?? time, time)
    }

    /// The presentation time of a packet, in the form of MPEG-1 or of MPEG-2.
    private static func time(_ part: ByteWindow, at start: Int) -> Int? {
        var position = start + 2
        guard let first = try? part.byte(at: position) else { return nil }
        if first >> 6 == 2 {
            guard let flags = try? part.byte(at: position + 1), flags & 0x80 != 0 else { return nil }
            position += 3
        } else {
            // Stuffing, then perhaps the size of a buffer.
            var padding = 0
            while padding < 16, (try? part.byte(at: position)) == 0xFF {
                position += 1
                padding += 1
            }
            if (try? part.byte(at: position)).map({ $0 >> 6 == 1 }) == true { position += 2 }
        }
        guard let bits = try? part.big(5, at: position), [2, 3].contains(bits >> 36),
            bits & 0x1_0001_0001 == 0x1_0001_0001
        else { return nil }
        return (bits >> 33 & 7) << 30 | (bits >> 17 & 0x7FFF) << 15 | bits >> 1 & 0x7FFF
    }

    /// The sound in a private stream, by the number its content begins with.
    private static func privateSound(_ part: ByteWindow, at start: Int) -> String? {
        guard let length = try? part.byte(at: start + 4), let number = try? part.byte(at: start + 5 + length) else {
            return nil
        }
        switch number {
        case 0x80...0x87: return "ac3"
        case 0x88...0x8F: return "dts"
        case 0xA0...0xA7: return "pcm"
        default: return nil
        }
    }

    /// Width to height of MPEG-2's pictures (ISO/IEC 13818-2, table 6-3), whatever the shape of their pixels.
    private static let shapes = [2: 4.0 / 3, 3: 16.0 / 9, 4: 2.21]

    /// The size in square pixels.
    private var shown: (width: Int, height: Int)? {
        guard isSecond, let size, let shape = Self.shapes[shape] else { return size }
        return (Int((Double(size.height) * shape).rounded()), size.height)
    }

    private mutating func conclude() {
        if hasPicture {
            var picture = TrackFacts(.picture, codec: isSecond ? "mpeg2" : "mpeg1")
            // No container around it: the stream begins with its own head.
            if (try? file.big(4, at: 0)) == 0x1B3 { picture.tag = "0xb3" }
            if let size = shown {
                facts.show(width: size.width, height: size.height)
                (picture.width, picture.height) = size
            }
            facts.tracks.append(picture)
        }
        if let sound { facts.tracks.append(TrackFacts(.sound, codec: sound)) }
        facts.codecs = facts.tracks.compactMap(\.codec)
        if let firstTime, let lastTime, lastTime > firstTime {
            facts.duration = Double(lastTime - firstTime) / Self.ticksPerSecond
        }
    }
}
