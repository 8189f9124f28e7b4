/// The header of a frame of AAC in ADTS (ISO/IEC 13818-7, section 6.2).
struct ADTSFrame {
    static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]

    /// With the header.
    let length: Int
    let headerLength: Int
    /// AAC frames behind the header.
    let blocks: Int
    /// The kind of AAC, as MPEG-4 counts it: 2 is low complexity.
    let objectType: Int
    let rateIndex: Int
    /// The layout of channels; 0 means that the stream itself describes it.
    let layout: Int
    private let signature: Int

    /// Reads a header; `nil` when there is none.
    init?(at offset: Int, in file: SourceBytes) {
        guard let word = try? file.big(4, at: offset), let rest = try? file.big(3, at: offset + 4),
            (word >> 16) & 0xFFF6 == 0xFFF0
        else { return nil }
        objectType = (word >> 14) & 3 + 1
        rateIndex = (word >> 10) & 15
        layout = (word >> 6) & 7
        length = (word & 3) << 11 | rest >> 13
        headerLength = (word >> 16) & 1 == 1 ? 7 : 9
        blocks = rest & 3 + 1
        // Version, kind, rate and layout.
        signature = word & 0xFFFE_FDC0
        guard Self.rates.indices.contains(rateIndex), length > headerLength else { return nil }
    }

    func goes(with other: ADTSFrame) -> Bool { signature == other.signature }

    var sampleRate: Int { Self.rates[rateIndex] }
    var channels: Int { layout == 7 ? 8 : layout }

    /// What a decoder is set up with (ISO/IEC 14496-3, section 1.6.2.1): kind, rate, layout, frames of 1024 samples.
    var setup: [UInt8] {
        let bits = objectType << 11 | rateIndex << 7 | layout << 3
        return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
    }
}
