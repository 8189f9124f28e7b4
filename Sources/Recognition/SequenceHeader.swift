internal import AttachmentModel
internal import ForeignBytes

/// What a codec's own head says of all its pictures.
///
/// It stands in a decoder's configuration or in the stream. A container that says the same otherwise is believed.
struct SequenceHeader: Equatable {
    /// In pixels as stored, without those that fill up the last blocks.
    var width = 0, height = 0
    /// The shape of a pixel, where it is told; both are at least 1.
    var pixelWidth = 1, pixelHeight = 1
    var colours = ColourCoding.untold
    /// Of H.264 and HEVC.
    var level: CodecLevel?

    /// Reads the head in the configuration of a codec, that is in an `avcC`, `hvcC` or `av1C` box; `nil` without a whole one.
    init?(in configuration: ByteWindow, of codec: String?) {
        do throws(Fault) {
            switch codec {
            case "h264": try self.init(h264: Self.unit(inAVC: configuration))
            case "hevc", "hev1": try self.init(hevc: Self.unit(inHEVC: configuration))
            case "av1": try self.init(av1: configuration.clipped(at: 4))
            default: return nil
            }
        } catch {
            return nil
        }
    }

    /// Finds the configuration among the parts of a sample entry, or among the properties of an item.
    init?(among parts: ByteWindow) {
        for (name, codec) in Self.configurations {
            if let box = (try? parts.box(name)) ?? nil {
                self.init(in: box, of: codec)
                return
            }
        }
        return nil
    }

    /// Looks for the head at the beginning of a stream with start codes (ITU-T H.264 and H.265, annex B); `nil` where it is
    /// not among the bytes.
    init?(inStream part: ByteWindow, of codec: String?) {
        guard codec == "h264" || codec == "hevc" else { return nil }
        var position = 2
        while let one = part.position(of: 1, from: position) {
            position = one + 1
            guard (try? part.big(2, at: one - 2)) == 0, let type = try? part.byte(at: position) else { continue }
            if codec == "h264", type & 31 == 7, let header = try? SequenceHeader(h264: part.clipped(at: position)) {
                self = header
                return
            }
            if codec == "hevc", type >> 1 & 63 == 33, let header = try? SequenceHeader(hevc: part.clipped(at: position))
            {
                self = header
                return
            }
        }
        return nil
    }

    /// The boxes that configure a decoder, and their codecs.
    static let configurations: [(name: FourCC, codec: String)] = [
        ("avcC", "h264"), ("hvcC", "hevc"), ("av1C", "av1"),
    ]

    /// The first sequence parameter set of an `avcC` box (ISO/IEC 14496-15, section 5.3.3.1).
    private static func unit(inAVC box: ByteWindow) throws(Fault) -> ByteWindow {
        guard try box.byte(at: 5) & 31 > 0 else { throw .corrupt }
        return try box.part(at: 8, count: try box.big(2, at: 6))
    }

    /// The first sequence parameter set of an `hvcC` box (section 8.3.3.1).
    private static func unit(inHEVC box: ByteWindow) throws(Fault) -> ByteWindow {
        var cursor = ByteCursor(box, at: 22)
        for _ in 0..<(try cursor.byte()) {
            let type = try cursor.byte() & 63
            for _ in 0..<(try cursor.big(2)) {
                let unit = try cursor.take(try cursor.big(2))
                if type == 33 { return unit }
            }
        }
        throw .corrupt
    }
}

extension SequenceHeader {
    /// Shapes of pixels by their number; the last number of all is followed by the shape itself (ITU-T H.273, table 16).
    private static let shapes = [
        (1, 1), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11),
        (15, 11),
        (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]
    private static let ownShape = 255

    /// Reads shape and colours from the information on usability, which begins alike in H.264 (E.1.1) and HEVC (E.2.1).
    mutating func readUsability(_ bits: inout BitCursor) throws(Fault) {
        if try bits.flag() {
            let shape = try bits.bits(8)
            if shape == Self.ownShape {
                let (width, height) = (try bits.bits(16), try bits.bits(16))
                if width > 0, height > 0 { (pixelWidth, pixelHeight) = (width, height) }
            } else if Self.shapes.indices.contains(shape) {
                (pixelWidth, pixelHeight) = Self.shapes[shape]
            }
        }
        // Whether the edges are to be seen.
        if try bits.flag() { try bits.skip(1) }
        guard try bits.flag() else { return }
        try bits.skip(3)
        colours.isFullRange = try bits.flag()
        if try bits.flag() { try readCodePoints(&bits) }
    }

    /// Reads three numbers of ITU-T H.273.
    mutating func readCodePoints(_ bits: inout BitCursor) throws(Fault) {
        (colours.primaries, colours.transfer, colours.matrix) = (try bits.bits(8), try bits.bits(8), try bits.bits(8))
    }
}

extension ColourCoding {
    /// Reads a `colr` box that gives colours by code points (ISO/IEC 14496-12, section 12.1.5); QuickTime's form of it
    /// leaves the range out.
    init(codePoints box: ByteWindow) throws(Fault) {
        self.init(
            primaries: try box.big(2, at: 4), transfer: try box.big(2, at: 6), matrix: try box.big(2, at: 8),
            isFullRange: box.reads("nclc") ? false : try box.byte(at: 10) & 0x80 != 0)
    }
}
