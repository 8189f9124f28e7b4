/// How the hosts of a run behaved, the worst of them remembered.
package struct HostTally: Sendable {
    /// What one host did.
    package struct Host: Hashable, Sendable {
        package var answered = 0
        package var failures = 0
        /// Milliseconds that its fetches took together.
        package var milliseconds = 0.0

        /// The mean of its fetches.
        package var meanMilliseconds: Double { answered > 0 ? milliseconds / Double(answered) : 0 }
    }

    /// A manifest may name a million hosts; only these many are told apart, and the harmless are dropped first.
    static let most = 1_000

    private var hosts: [String: Host] = [:]

    mutating func note(_ name: String, isFailure: Bool, milliseconds: Double) {
        if hosts[name] == nil, hosts.count >= 2 * Self.most { dropHarmless() }
        hosts[name, default: Host()].answered += 1
        hosts[name, default: Host()].failures += isFailure ? 1 : 0
        hosts[name, default: Host()].milliseconds += milliseconds
    }

    /// The hosts whose items failed, the worst first.
    package var hurting: [(name: String, host: Host)] {
        sorted.filter { $0.value.failures > 0 }.map { ($0.key, $0.value) }
    }

    /// The hosts whose fetches took longest on average, the slowest first.
    package var slowest: [(name: String, host: Host)] {
        hosts.sorted { ($1.value.meanMilliseconds, $0.key) < ($0.value.meanMilliseconds, $1.key) }
            .map { ($0.key, $0.value) }
    }

    private var sorted: [(key: String, value: Host)] {
        hosts.sorted { ($1.value.failures, $0.key) < ($0.value.failures, $1.key) }
    }

    private mutating func dropHarmless() {
        hosts = Dictionary(uniqueKeysWithValues: sorted.prefix(Self.most).map { ($0.key, $0.value) })
    }
}
