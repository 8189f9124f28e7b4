/// A way by which a phone fetches a file, as a model: how much it carries, and how long an answer takes.
public struct MobileLink: Hashable, Sendable {
    /// The name in receipts.
    public let name: String
    /// Megabits, of 10^6 bits, in a second.
    public let megabits: Double
    /// Seconds from a question to its answer.
    public let roundTrip: Double

    /// The links that are looked at, the slowest first.
    ///
    /// Rates and round trips of the cellular ones are those by which Chrome's developer tools and Lighthouse imitate 3G,
    /// slow 4G and fast 4G, before their factors for overhead; Wi-Fi is a common home line.
    public static let all = [
        MobileLink(name: "3g", megabits: 0.4, roundTrip: 0.4),
        slow4G,
        MobileLink(name: "4g", megabits: 9, roundTrip: 0.06),
        MobileLink(name: "wifi", megabits: 30, roundTrip: 0.03),
    ]

    /// The link by which a warning is given: what a phone has at the edge of a cell, or in a full train.
    public static let slow4G = MobileLink(name: "slow-4g", megabits: 1.6, roundTrip: 0.15)

    private init(name: String, megabits: Double, roundTrip: Double) {
        self.name = name
        self.megabits = megabits
        self.roundTrip = roundTrip
    }

    /// A link of a given rate, with the round trip of the fastest listed one that is no faster.
    ///
    /// - Parameter megabits: from 0.01 to 10000; `nil` otherwise.
    public init?(megabits: Double) {
        guard (0.01...10_000).contains(megabits) else { return nil }
        let like = Self.all.last { $0.megabits <= megabits } ?? Self.all[0]
        self.init(
            name: like.megabits == megabits ? like.name : "\(megabits)mbps", megabits: megabits,
            roundTrip: like.roundTrip)
    }

    /// Round trips before the first byte: the name, the connection, TLS 1.3, and the request itself.
    private static let roundTripsBefore = 4.0

    /// Bytes that TCP sends at once in the beginning: ten segments (RFC 6928) of 1460 bytes.
    private static let firstWindow = 14_600.0

    /// Seconds that a new connection needs for a file.
    ///
    /// Four round trips; then TCP's slow start, in which each round trip carries twice what the one before did, until
    /// the link is full; then the rest at the link's rate. Nothing is lost, nothing else runs, the server answers at
    /// once, and the link's rate is what is left after all headers.
    public func seconds(for bytes: Int) -> Double {
        var left = Double(max(0, bytes))
        var seconds = Self.roundTripsBefore * roundTrip
        let rate = megabits * 125_000
        var window = Self.firstWindow
        while left > window, window < rate * roundTrip {
            left -= window
            window *= 2
            seconds += roundTrip
        }
        return seconds + left / rate
    }

    /// The largest file that arrives within so many seconds; 0 when none does.
    public func bytes(within seconds: Double) -> Int {
        // The time grows with the bytes, and no attachment is larger than the largest cap.
        var (fits, fails) = (0, 100_000_001)
        guard self.seconds(for: fits) <= seconds else { return 0 }
        while fails - fits > 1 {
            let middle = (fits + fails) / 2
            if self.seconds(for: middle) <= seconds { fits = middle } else { fails = middle }
        }
        return fits
    }
}
