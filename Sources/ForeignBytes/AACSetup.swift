/// How AAC in ADTS is set up, as the header of each frame says (ISO/IEC 13818-7, section 6.2).
package struct AACSetup: Hashable {
    package let headerLength: Int
    /// AAC frames behind the header.
    package let blocks: Int
    /// The kind of AAC, as MPEG-4 counts it: 2 is low complexity.
    package let objectType: Int
    package let rateIndex: Int
    /// The layout of channels; 0 means that the stream itself describes it.
    package let layout: Int

    /// Takes the header's first four bytes and the three behind them; `nil` for a sample rate that there is not.
    init?(_ word: Int, _ rest: Int) {
        headerLength = (word >> 16) & 1 == 1 ? 7 : 9
        objectType = (word >> 14) & 3 + 1
        rateIndex = (word >> 10) & 15
        layout = (word >> 6) & 7
        blocks = rest & 3 + 1
        guard AudioTables.aacRates.indices.contains(rateIndex) else { return nil }
    }

    package var sampleRate: Int { AudioTables.aacRates[rateIndex] }
    package var channels: Int { layout == 7 ? 8 : layout }
}
