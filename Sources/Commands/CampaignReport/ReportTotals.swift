internal import AttachmentModel
internal import Batching

/// What a report counts: as small for a million items as for ten.
struct ReportTotals {
    /// What came in as one kind and went out as another.
    struct Conversion: Hashable {
        let from: MediaKind
        let to: MediaKind
    }

    struct Sizes {
        var items = 0
        var before = 0
        var after = 0
    }

    private(set) var groups: [ReportItem.Group: Int] = [:]
    private(set) var codes: [String: Int] = [:]
    private(set) var conversions: [Conversion: Sizes] = [:]
    private(set) var hosts = HostTally()
    /// Published without an address that phones can reach.
    private(set) var withoutAddress = 0

    var items: Int { groups.values.reduce(0, +) }
    var published: Int { groups[.ready, default: 0] + groups[.remarked, default: 0] }
    /// Bytes of all sources that became something, and of what they became.
    var sizes: Sizes {
        conversions.values.reduce(into: Sizes()) { sum, part in
            sum.items += part.items
            sum.before += part.before
            sum.after += part.after
        }
    }

    mutating func note(_ item: ReportItem) {
        groups[item.group, default: 0] += 1
        if let code = item.problem?.code { codes[code, default: 0] += 1 }
        var milliseconds: Double?
        if case .receipt(let receipt) = item.line.answer {
            if let facts = receipt.source.facts {
                let conversion = Conversion(from: facts.kind, to: receipt.facts.kind)
                conversions[conversion, default: Sizes()].items += 1
                conversions[conversion, default: Sizes()].before += facts.bytes
                conversions[conversion, default: Sizes()].after += receipt.bytes
            }
            if receipt.warnings.contains(.notPublic) { withoutAddress += 1 }
            // What was confirmed or known took no transfer.
            milliseconds = receipt.remembered ? nil : receipt.timings.fetch
        }
        if let host = item.host { hosts.note(host, isFailure: item.line.answer.isTheHosts, milliseconds: milliseconds) }
    }
}
