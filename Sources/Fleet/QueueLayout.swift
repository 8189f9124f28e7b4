/// What a queue's streams, subjects and buckets are called, all after the name of the queue.
package struct QueueLayout: Hashable, Sendable {
    /// The name of the queue.
    package let name: String

    /// Takes a name; `nil` unless it is 1 to 32 letters, digits, `-` or `_`, so that it is legal everywhere.
    package init?(_ name: String) {
        let isLegal = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isLegal, (1...32).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    private init(legal name: String) { self.name = name }

    /// The name when nobody gives one.
    package static let standard = QueueLayout(legal: "affix")

    /// Jobs that nobody has answered.
    var jobs: String { name + "-jobs" }
    /// Answers that nobody has written down.
    var results: String { name + "-results" }
    /// Jobs that were tried in vain too often.
    var dead: String { name + "-dead" }
    /// The one consumer that all machines share.
    var consumer: String { "machines" }
    /// The bucket of what is remembered.
    package var index: String { name + "-index" }
    /// The bucket of what is withdrawn.
    var withdrawn: String { name + "-withdrawn" }
    /// The bucket of when each host may be asked next.
    package var pace: String { name + "-pace" }

    func jobs(of run: String) -> String { "\(name).jobs.\(run)" }
    func results(of run: String) -> String { "\(name).results.\(run)" }
    func dead(of run: String) -> String { "\(name).dead.\(run)" }
    /// The consumer of one run's results.
    func gatherer(of run: String) -> String { "run-" + run }
}
