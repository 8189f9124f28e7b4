internal import AttachmentModel
internal import Testing

@testable internal import Commands

struct ExitStatusTests {
    /// The codes that do not end as refused.
    static let exceptions: [String: ExitStatus] = [
        "fetch-name": .mayPass, "fetch-connect": .mayPass, "fetch-tls-other": .mayPass, "fetch-status-5xx": .mayPass,
        "fetch-timeout-name": .mayPass, "fetch-timeout-connect": .mayPass, "fetch-timeout-first-byte": .mayPass,
        "fetch-timeout-total": .mayPass, "fetch-stalled": .mayPass, "fetch-truncated": .mayPass,
        "fetch-unreadable-answer": .mayPass, "fetch-host-backed-off": .mayPass, "render-timeout": .mayPass,
        "deadline": .mayPass, "overloaded": .mayPass,
        "publish-no-space": .machine, "publish-denied": .machine, "publish-failed": .machine,
        "publish-unreachable": .machine, "publish-probe-failed": .machine,
        "render-transcoder-missing": .machine,
        "configuration-invalid": .machine, "configuration-machine": .machine, "internal": .machine,
        "queue-unreachable": .machine, "queue-denied": .machine, "queue-failed": .machine,
    ]

    @Test(arguments: PreparationError.Code.all)
    func `every code has its exit status`(code: PreparationError.Code) {
        #expect(ExitStatus(PreparationError(code)) == Self.exceptions[code.text] ?? .refused)
    }

    @Test func `a deadline that passes while publishing may still pass another time`() {
        #expect(ExitStatus(PreparationError(.deadline, stage: .publish)) == .mayPass)
    }

    @Test(
        arguments: [
            ([.ready, .ready], .ready), ([.ready, .mayPass], .mayPass), ([.mayPass, .refused], .refused),
            ([.machine, .refused, .mayPass], .machine), ([.refused, .ready], .refused),
        ] as [([ExitStatus], ExitStatus)])
    func `of several sources the worst decides, in any order`(statuses: [ExitStatus], whole: ExitStatus) {
        #expect(statuses.reduce(.ready) { $0.joined(with: $1) } == whole)
        #expect(statuses.reversed().reduce(.ready) { $0.joined(with: $1) } == whole)
    }

    @Test func `the numbers are the documented ones`() {
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    }
}
