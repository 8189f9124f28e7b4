internal import ForeignBytes

/// A length in ticks, as headers give it: all ones, and what is beyond any movie, mean that it is not known.
struct MovieTime {
    /// 0 when it is not known.
    let ticks: Int

    init(_ box: ByteWindow, at offset: Int, isLong: Bool) throws(Fault) {
        guard isLong else {
            let ticks = try box.big(4, at: offset)
            self.ticks = ticks == Int(UInt32.max) ? 0 : ticks
            return
        }
        let high = try box.big(4, at: offset)
        ticks = high < Ticks.most >> 32 ? high << 32 | (try box.big(4, at: offset + 4)) : 0
    }
}

/// Arithmetic on times that no foreign number can lead out of `Int`.
enum Ticks {
    /// Longer than any recording, whatever the clock; every whole number up to here is a `Double` too.
    static let most = 1 << 52

    /// The nearest whole number of ticks.
    static func whole(_ ticks: Double) -> Int {
        Int(min(max(ticks.rounded(), 0), Double(most)))
    }
}
