/// The header of one frame of MPEG audio, layer I, II or III, or of AAC in ADTS.
package struct AudioFrame {
    /// 1 to 3; 0 for ADTS.
    package let layer: Int
    /// 1 for MPEG-1; 2 for MPEG-2; 3 for its extension to still lower sample rates; 4 for ADTS, which does not care.
    package let version: Int
    /// With the header.
    package let length: Int
    package let samples: Int
    package let sampleRate: Int
    package let channels: Int
    /// Whether the bit rate is none of the table's, so that only the next header tells where the frame ends.
    package let isFree: Bool
    /// What only the header of ADTS says.
    package let aac: AACSetup?

    /// Reads a header; `nil` when there is none, or none that gives the frame's length.
    ///
    /// - Parameter freeLength: the length, without padding, of frames whose header does not give it.
    package init?(at offset: Int, in file: ByteWindow, freeLength: Int? = nil) {
        guard let word = try? file.big(4, at: offset), word >> 21 == 0x7FF else { return nil }
        if (word >> 16) & 0xF6 == 0xF0 {
            self.init(aac: word, at: offset, in: file)
        } else {
            self.init(mpeg: word, freeLength)
        }
    }

    private init?(aac word: Int, at offset: Int, in file: ByteWindow) {
        guard let rest = try? file.big(3, at: offset + 4), let setup = AACSetup(word, rest) else { return nil }
        let length = (word & 3) << 11 | rest >> 13
        guard length > setup.headerLength else { return nil }
        layer = 0
        version = 4
        self.length = length
        samples = 1_024 * setup.blocks
        sampleRate = setup.sampleRate
        channels = setup.channels
        isFree = false
        aac = setup
    }

    private init?(mpeg word: Int, _ freeLength: Int?) {
        let (versionBits, layerBits) = ((word >> 19) & 3, (word >> 17) & 3)
        let (bitRate, rate) = ((word >> 12) & 15, (word >> 10) & 3)
        guard versionBits != 1, layerBits != 0, rate < 3, bitRate < 15 else { return nil }
        let isFirst = versionBits == 3
        let layer = 4 - layerBits
        self.layer = layer
        version = isFirst ? 1 : versionBits == 2 ? 2 : 3
        let sampleRate = AudioTables.mpegRates[rate] >> (version - 1)
        let samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1_152
        self.sampleRate = sampleRate
        self.samples = samples
        channels = (word >> 6) & 3 == 3 ? 1 : 2
        isFree = bitRate == 0
        aac = nil
        let padding = ((word >> 9) & 1) * (layer == 1 ? 4 : 1)
        if bitRate > 0 {
            let bits = AudioTables.kilobits(layer: layer, isFirst: isFirst)[bitRate] * 1_000
            // Layer I counts in slots of four bytes.
            length = (layer == 1 ? 12 * bits / sampleRate * 4 : samples / 8 * bits / sampleRate) + padding
        } else if let freeLength {
            length = freeLength + padding
        } else {
            return nil
        }
    }

    /// The length of the frame of free format at `offset`, without its padding, by the next header that is like its own.
    package static func freeLength(at offset: Int, in file: ByteWindow) -> Int? {
        guard let word = try? file.big(4, at: offset), word >> 21 == 0x7FF, (word >> 12) & 15 == 0,
            let frame = AudioFrame(mpeg: word, 0)
        else { return nil }
        var position = offset + 24
        while let next = file.position(of: 0xFF, from: position), next - offset <= AudioTables.longestFree {
            // All but padding, private bit, mode extension and what belongs to rights.
            if let other = try? file.big(4, at: next), other & 0xFFFF_FCC0 == word & 0xFFFF_FCC0 {
                return next - offset - frame.length
            }
            position = next + 1
        }
        return nil
    }

    /// Whether both can be frames of one recording.
    package func goes(with other: AudioFrame) -> Bool {
        layer == other.layer && version == other.version && sampleRate == other.sampleRate && isFree == other.isFree
            && aac?.layout == other.aac?.layout && aac?.objectType == other.aac?.objectType
    }

    /// The codec; what is not layer III in frames of known length, no client expects of an MP3.
    package var codec: String {
        switch (layer, isFree) {
        case (0, _): "aac"
        case (3, true): "mp3-free-format"
        case (let layer, _): "mp" + String(layer)
        }
    }
}
