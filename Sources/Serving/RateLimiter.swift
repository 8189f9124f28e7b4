internal import Synchronization

/// How often each token may ask: so many requests a second on average, and as many at once after a pause.
final class RateLimiter: Sendable {
    private struct Bucket {
        var filling: Double
        var time: ContinuousClock.Instant
    }

    private let rate: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// - Parameter rate: requests a second for each token; 0 is no limit.
    init(rate: Int) {
        self.rate = Double(rate)
    }

    /// Takes one request off a token's account; `false` when it has none left.
    func admits(_ name: String, at now: ContinuousClock.Instant = .now) -> Bool {
        guard rate > 0 else { return true }
        return buckets.withLock { buckets in
            var bucket = buckets[name] ?? Bucket(filling: rate, time: now)
            let passed = bucket.time.duration(to: now) / .seconds(1)
            bucket.filling = min(rate, bucket.filling + passed * rate)
            bucket.time = now
            let admits = bucket.filling >= 1
            if admits { bucket.filling -= 1 }
            buckets[name] = bucket
            return admits
        }
    }
}
