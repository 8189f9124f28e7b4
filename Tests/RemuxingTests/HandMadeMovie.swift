internal import ForeignBytes

@testable internal import Remuxing

/// A movie of one picture track with five samples of four bytes, made of boxes, of which any can be spoilt.
struct HandMadeMovie {
    var handler: FourCC = "vide"
    var codec: FourCC = "avc1"
    /// Boxes in the sample entry; those of H.264 by default.
    var parts: [UInt8] = HandMadeMovie.box("avcC", [1, 66, 0, 10, 0xFF, 0xE1, 0, 4, 1, 2, 3, 4, 1, 0, 1, 5])
    var sampleCount = 5
    /// The size that all samples have; 0 for a list.
    var commonSize = 4
    var sizes: [Int] = []
    var ticks = 40
    var chunkOffset = 0
    var offsetWidth = 4
    var offsetCount: Int?
    var firstChunk = 1
    var isSelfContained = true
    var tail: [UInt8] = []
    var indexTail: [UInt8] = []

    static func box(_ name: FourCC, _ body: [UInt8]) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(name) { $0.append(body) }
        return writer.bytes
    }

    var brand: [UInt8] { Self.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0] + Array("isom".utf8)) }

    /// Brand, index, and samples; without another offset the chunk is where the samples are.
    var bytes: [UInt8] {
        var movie = self
        let before = brand.count + index.count + 8
        if movie.chunkOffset == 0 { movie.chunkOffset = before }
        return movie.brand + movie.index + Self.box("mdat", Array(0..<UInt8(20))) + tail
    }

    var index: [UInt8] {
        var writer = BoxWriter()
        writer.box("moov") { writer in
            writer.fullBox("mvhd") { writer in
                writer.zeros(8)
                writer.big(1_000)
                writer.big(ticks * 5)
                writer.zeros(16)
                writer.append(TrackHeader.upright)
                writer.zeros(28)
            }
            writer.box("trak") { writer in
                writer.fullBox("tkhd", flags: 3) { writer in
                    writer.zeros(8)
                    writer.big(1)
                    writer.zeros(4)
                    writer.big(ticks * 5)
                    writer.zeros(16)
                    writer.append(TrackHeader.upright)
                    writer.big(64 << 16)
                    writer.big(48 << 16)
                }
                writer.box("mdia", media)
            }
            writer.append(indexTail)
        }
        return writer.bytes
    }

    private func media(_ writer: inout BoxWriter) {
        writer.fullBox("mdhd") { writer in
            writer.zeros(8)
            writer.big(1_000)
            writer.big(ticks * 5)
            writer.zeros(4)
        }
        writer.fullBox("hdlr") { writer in
            writer.zeros(4)
            writer.name(handler)
            writer.zeros(13)
        }
        writer.box("minf") { writer in
            writer.box("dinf") { writer in
                writer.fullBox("dref") { writer in
                    writer.big(1)
                    writer.fullBox("url ", flags: isSelfContained ? 1 : 0) { _ in }
                }
            }
            writer.box("stbl", tables)
        }
    }

    private func tables(_ writer: inout BoxWriter) {
        writer.fullBox("stsd") { writer in
            writer.big(1)
            writer.box(codec) { writer in
                writer.zeros(24)
                writer.big(64, 2)
                writer.big(48, 2)
                writer.zeros(50)
                writer.append(parts)
            }
        }
        for table: (FourCC, [Int]) in [
            ("stts", [1, 5, ticks]), ("stsc", [1, firstChunk, 5, 1]), ("stsz", [commonSize, sampleCount] + sizes),
        ] {
            writer.fullBox(table.0) { writer in
                for number in table.1 { writer.big(number) }
            }
        }
        writer.fullBox(offsetWidth == 8 ? "co64" : "stco") { writer in
            writer.big(offsetCount ?? 1)
            writer.big(chunkOffset, offsetWidth)
        }
    }
}
