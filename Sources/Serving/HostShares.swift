/// How many of the places for preparations each host has.
///
/// One that answers slowly keeps its places for long; if it could have all of them, the orders from every other host would
/// be turned away meanwhile. So a host may have three times as many as are left free: one alone three quarters of them,
/// two at once three sevenths each, and so on. Whoever has none yet always finds one, as long as there is any. It is how
/// switches share their memory among ports: Choudhury and Hahne, "Dynamic queue length thresholds", 1998.
struct HostShares: Sendable {
    private static let multiple = 3

    private var counts: [String: Int] = [:]

    /// Whether a host may have one more, while so many are free; what needs no host may have any.
    func admit(_ host: String?, free: Int) -> Bool {
        guard let host, let count = counts[host] else { return free > 0 }
        return count < Self.multiple * free
    }

    mutating func begin(_ host: String?) {
        if let host { counts[host, default: 0] += 1 }
    }

    mutating func end(_ host: String?) {
        guard let host, let count = counts[host] else { return }
        counts[host] = count > 1 ? count - 1 : nil
    }
}
