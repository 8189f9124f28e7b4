internal import AttachmentModel

/// What a run has come to: counts only, so that it is as small for a million items as for ten.
public struct BatchTally: Sendable {
    /// Entries of the manifests that were read.
    public var read = 0
    /// Entries there are; `nil` while they are not counted, or when that cannot be done.
    public var total: Int?
    /// Items that an earlier run has answered.
    public var skipped = 0
    /// Those of them that it refused.
    public var skippedRefused = 0
    /// Entries that stand in the manifests more than once.
    public var repeated = 0
    /// Items answered in this run, by their status.
    public var statuses: [String: Int] = [:]
    /// Items answered in this run that were refused or failed, by their code.
    public var codes: [String: Int] = [:]
    /// Items that were ready without rendering, as their sources had not changed.
    public var remembered = 0
    /// Lines of the manifests that say nothing; they are among the refused.
    public var badLines = 0
    /// How the hosts behaved.
    public var hosts = HostTally()
    /// Items that are worked on now.
    public var running = 0

    package init() {}

    /// Items answered in this run.
    public var answered: Int { statuses.values.reduce(0, +) }
    /// Items that this run refused.
    public var refused: Int { statuses["refused", default: 0] }
    /// Items that failed in this run for a reason that may pass.
    public var failed: Int { statuses["failed", default: 0] }
    /// Items answered well in this run.
    public var ready: Int { answered - refused - failed }
    /// Entries that need no more attention from this run.
    public var finished: Int { skipped + repeated + answered }
    /// The part of all answered items that was refused, by this run or an earlier one, from 0 to 1.
    public var refusedShare: Double {
        let items = answered + skipped
        return items > 0 ? Double(refused + skippedRefused) / Double(items) : 0
    }

    mutating func note(_ job: BatchJob, _ answer: BatchAnswer, milliseconds: Double?) {
        statuses[answer.status, default: 0] += 1
        if let code = answer.code { codes[code, default: 0] += 1 }
        if case .receipt(let receipt) = answer, receipt.remembered { remembered += 1 }
        guard let host = job.host else { return }
        hosts.note(host, isFailure: answer.isTheHosts, milliseconds: answer.saysHostWasAsked ? milliseconds : nil)
    }
}

extension BatchAnswer {
    /// Whether the host is what went wrong.
    package var isTheHosts: Bool {
        if case .problem(let problem) = self { problem.blame == .origin } else { false }
    }

    /// Whether the host was asked for anything: a link that is forbidden or a host that is left alone takes no time of it.
    var saysHostWasAsked: Bool {
        guard case .problem(let problem) = self else { return true }
        return ![.source, .configuration].contains(problem.code.stage)
            && ![.fetchHostBackedOff, .overloaded].contains(problem.code)
    }

    /// Whether the host did its part, whatever it said.
    var saysHostWorks: Bool {
        if case .problem(let problem) = self { !(problem.stage == .fetch && problem.isRetryable) } else { true }
    }
}
