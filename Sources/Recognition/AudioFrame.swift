internal import AttachmentModel

/// The header of one frame of MP3 (layer III) or of AAC in ADTS.
struct AudioFrame {
    let kind: MediaKind
    /// 1 for MPEG-1; 2 for MPEG-2 and its extension to low sample rates; 4 for ADTS, which does not care.
    let version: Int
    let length: Int
    let samples: Int
    let sampleRate: Int
    let isMono: Bool

    /// Reads a header; `nil` when there is none, or none that gives the frame's length.
    init?(at offset: Int, in file: ByteWindow) {
        guard let word = try? file.big(4, at: offset), word >> 21 == 0x7FF else { return nil }
        if (word >> 16) & 0xF6 == 0xF0 {
            self.init(aac: word, at: offset, in: file)
        } else {
            self.init(layerThree: word)
        }
    }

    private init?(aac word: Int, at offset: Int, in file: ByteWindow) {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
        ]
        let rate = (word >> 10) & 15
        guard rates.indices.contains(rate), let rest = try? file.big(3, at: offset + 4) else { return nil }
        let length = (word & 3) << 11 | rest >> 13
        guard length >= 7 else { return nil }
        kind = .adts
        version = 4
        self.length = length
        samples = 1_024 * (rest & 3 + 1)
        sampleRate = rates[rate]
        isMono = (word >> 6) & 7 == 1
    }

    private init?(layerThree word: Int) {
        let (version, layer) = ((word >> 19) & 3, (word >> 17) & 3)
        let (bitRate, rate) = ((word >> 12) & 15, (word >> 10) & 3)
        guard version != 1, layer == 1, rate < 3, bitRate > 0, bitRate < 15 else { return nil }
        let isFirst = version == 3
        let kilobits =
            isFirst
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        kind = .mp3
        self.version = isFirst ? 1 : 2
        sampleRate = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        samples = isFirst ? 1_152 : 576
        length = samples / 8 * kilobits[bitRate] * 1_000 / sampleRate + (word >> 9) & 1
        isMono = (word >> 6) & 3 == 3
    }

    /// Whether both can be frames of one recording.
    func goes(with other: AudioFrame) -> Bool {
        kind == other.kind && version == other.version && sampleRate == other.sampleRate
    }
}
