internal import Glibc

/// Whether a word is an address; what may be reached is judged elsewhere.
enum NetworkSpelling {
    /// Whether `word` is an IPv4 or IPv6 address, or a block of them such as `10.0.0.0/8`.
    static func isBlock(_ word: String) -> Bool {
        let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let bits = addressBits(String(first)) else { return false }
        guard parts.count == 2 else { return true }
        return Int(parts[1]).map { (0...bits).contains($0) } ?? false
    }

    private static func addressBits(_ word: String) -> Int? {
        var short = in_addr()
        if unsafe inet_pton(AF_INET, word, &short) == 1 { return 32 }
        var long = in6_addr()
        return unsafe inet_pton(AF_INET6, word, &long) == 1 ? 128 : nil
    }
}
