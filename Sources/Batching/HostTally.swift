/// How the hosts of a run behaved, the worst of them remembered.
public struct HostTally: Sendable {
    /// What one host did.
    public struct Host: Hashable, Sendable {
        /// Items answered from it.
        public var answered = 0
        /// Those of them that failed by its fault.
        public var failures = 0
        /// Those of them whose fetch was timed.
        public var timed = 0
        /// Milliseconds that those took together.
        public var milliseconds = 0.0

        /// The mean of its timed fetches.
        public var meanMilliseconds: Double { timed > 0 ? milliseconds / Double(timed) : 0 }
    }

    /// A manifest may name a million hosts; only these many are told apart, and the harmless are dropped first.
    static let most = 1_000

    private var hosts: [String: Host] = [:]

    package init() {}

    /// - Parameter milliseconds: how long the fetch took; `nil` when there was none, or it is not known.
    package mutating func note(_ name: String, isFailure: Bool, milliseconds: Double?) {
        if hosts[name] == nil, hosts.count >= 2 * Self.most { dropHarmless() }
        hosts[name, default: Host()].answered += 1
        hosts[name, default: Host()].failures += isFailure ? 1 : 0
        guard let milliseconds else { return }
        hosts[name, default: Host()].timed += 1
        hosts[name, default: Host()].milliseconds += milliseconds
    }

    /// The hosts whose items failed, the worst first.
    public var hurting: [(name: String, host: Host)] {
        sorted.filter { $0.value.failures > 0 }.map { ($0.key, $0.value) }
    }

    /// The hosts whose fetches took longest on average, the slowest first.
    public var slowest: [(name: String, host: Host)] {
        hosts.filter { $0.value.timed > 0 }.sorted {
            ($1.value.meanMilliseconds, $0.key) < ($0.value.meanMilliseconds, $1.key)
        }
        .map { ($0.key, $0.value) }
    }

    private var sorted: [(key: String, value: Host)] {
        hosts.sorted { ($1.value.failures, $0.key) < ($0.value.failures, $1.key) }
    }

    private mutating func dropHarmless() {
        hosts = Dictionary(uniqueKeysWithValues: sorted.prefix(Self.most).map { ($0.key, $0.value) })
    }
}
