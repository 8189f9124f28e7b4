/// Numbers that frames of audio refer to, from ISO/IEC 11172-3, 13818-3 and 13818-7.
enum AudioTables {
    /// Samples a second of MPEG-1; each later version halves them.
    static let mpegRates = [44_100, 48_000, 32_000]
    static let aacRates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
    ]
    /// The longest frame of free format that decoders take, in bytes.
    static let longestFree = 4_608

    private static let firstOne = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    private static let firstTwo = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let firstThree = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let laterOne = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    private static let later = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

    /// Thousands of bits a second, of MPEG-1 or of a later version.
    static func kilobits(layer: Int, isFirst: Bool) -> [Int] {
        switch (layer, isFirst) {
        case (1, true): firstOne
        case (2, true): firstTwo
        case (_, true): firstThree
        case (1, false): laterOne
        default: later
        }
    }
}
