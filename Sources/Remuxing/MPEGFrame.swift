/// The header of a frame of MPEG audio, layer III (ISO/IEC 11172-3 and 13818-3).
struct MPEGFrame {
    /// With the header.
    let length: Int
    /// The bits that all frames of one recording share: version, layer and sample rate.
    private let signature: Int

    /// Reads a header; `nil` when there is none, or none that gives the frame's length.
    init?(at offset: Int, in file: SourceBytes) {
        guard let word = try? file.big(4, at: offset), word >> 21 == 0x7FF else { return nil }
        let (version, layer) = ((word >> 19) & 3, (word >> 17) & 3)
        let (bitRate, rate) = ((word >> 12) & 15, (word >> 10) & 3)
        guard version != 1, layer == 1, rate < 3, (1..<15).contains(bitRate) else { return nil }
        let isFirst = version == 3
        let kilobits =
            isFirst
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let sampleRate = [44_100, 48_000, 32_000][rate] >> (isFirst ? 0 : version == 2 ? 1 : 2)
        length = (isFirst ? 144 : 72) * kilobits[bitRate] * 1_000 / sampleRate + (word >> 9) & 1
        signature = word & 0x1E_0C00
    }

    func goes(with other: MPEGFrame) -> Bool { signature == other.signature }
}
