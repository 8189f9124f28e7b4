internal import Affix
internal import AttachmentModel
internal import Commands

/// A preparer that does nothing but answer by the name of its source: `ok…` is ready, any code is that failure.
struct ScriptedLine: PreparationLine {
    var findings: [Finding] = []
    /// Waited for before a source is answered, so that a test decides which comes first.
    var before: @Sendable (String) async -> Void = { _ in }
    /// Whether a path answers by its last part only.
    var baseNames = false

    static func name(of source: MediaSource) -> String {
        source.redacted
    }

    static func facts() -> MediaFacts {
        var facts = MediaFacts(kind: .jpeg, bytes: 212_345)
        facts.width = 1024
        facts.height = 1024
        return facts
    }

    func prepare(
        _ request: AttachmentRequest, onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Receipt {
        try await answer(request, onProgress)
        let source = SourceSummary(url: request.source.redacted, digest: "aa", facts: Self.facts())
        var receipt = Receipt(
            id: "1", url: "https://cdn.example.com/ab/ab.jpg", digest: "ab", expiresAt: "2030-01-01T00:00:00Z",
            facts: Self.facts(), source: source, origin: nil, path: .render, rulebook: "1")
        receipt.steps = ["cropped to 3024x3024 in the middle", "shrunk to 1024x1024"]
        receipt.warnings = [.notPublic]
        receipt.timings.fetch = 120
        receipt.timings.total = 1_240
        return receipt
    }

    func inspect(
        _ request: AttachmentRequest, onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Inspection {
        try await answer(request, onProgress)
        let isGood = answeredName(of: request.source).hasPrefix("ok")
        let reason = Verdict.Reason(PreparationError(.mediaOverCap), iosError: 102)
        return Inspection(
            source: SourceSummary(url: request.source.redacted), facts: Self.facts(),
            verdict: Verdict(
                answer: isGood ? .attachable : .needsWork, work: isGood ? [] : [.crop, .shrink],
                reasons: isGood ? [] : [reason]), origin: nil)
    }

    func checkStillAllowed(_ source: MediaSource, _ receipt: Receipt?) async throws(PreparationError) {}

    func preview(of receipt: Receipt) async throws(PreparationError) -> Preview {
        Preview(bytes: [0xFF, 0xD8, 0xFF], mime: "image/jpeg", width: 320, height: 320)
    }

    func examine() async -> [Finding] { findings }

    func collect(removing: Bool, verifying: Bool) async throws(PreparationError) -> CollectionReport {
        CollectionReport(
            removes: removing, kept: 3, keptBytes: 3_000_000, expired: 2, expiredBytes: 1_500_000,
            damaged: verifying ? ["ab/ab.jpg"] : [], forgotten: removing ? 4 : 0,
            expiredOriginals: removing ? 2 : 0, expiredOriginalBytes: removing ? 900_000 : 0)
    }

    func examineMemory(
        verifying: Bool, _ onAnswer: @escaping @Sendable (RememberedAnswer) -> Void
    ) async throws(PreparationError) -> MemoryReport {
        onAnswer(
            RememberedAnswer(
                source: "https://a/x?…", profile: "push", rulebook: "1", receipt: nil,
                problem: PreparationError(.mediaCorrupt), freshUntil: "2030-01-01T00:00:00Z",
                keepUntil: "2030-01-01T00:00:00Z"))
        return MemoryReport(
            path: "/state/index.sqlite", bytes: 81_920, receipts: 7, refusals: 1, stale: 2, fresh: 3,
            missing: verifying ? ["ab/ab.jpg"] : [], faults: [])
    }

    func withdraw(_ word: String) async throws(PreparationError) -> WithdrawalReport {
        if let code = PreparationError.Code(text: word) { throw PreparationError(code) }
        var report = WithdrawalReport(.withdrawn, at: "2030-01-01T00:00:00Z", asked: word)
        report.sources = ["https://a/x?…"]
        report.digests = ["aa", "ab"]
        report.removed = 1
        report.urls = ["https://cdn.example.com/ab/ab.jpg"]
        report.forgotten = 2
        report.troubles = word == "half" ? ["ab could not be removed"] : []
        return report
    }

    func allow(_ word: String) async throws(PreparationError) -> WithdrawalReport {
        var report = WithdrawalReport(.allowed, at: "2030-01-01T00:00:00Z", asked: word)
        if word != "unknown" { report.sources = ["https://a/x?…"] }
        if word == "held" { report.stillWithdrawn = [.init(what: "ab", with: ["https://a/y", "https://a/z"])] }
        return report
    }

    func withdrawals() async throws(PreparationError) -> [WithdrawalReport] {
        var report = WithdrawalReport(.withdrawn, at: "2030-01-01T00:00:00Z", asked: nil)
        report.digests = ["ab"]
        return [report]
    }

    func followWithdrawals() async {}

    private func answer(
        _ request: AttachmentRequest, _ onProgress: Progress.Observer?
    ) async throws(PreparationError) {
        let name = Self.name(of: request.source)
        onProgress?(Progress(stage: .fetch, bytesReceived: 1_200_000, bytesExpected: 2_400_000))
        await before(name)
        if let code = PreparationError.Code(text: answeredName(of: request.source)) { throw PreparationError(code) }
    }

    /// What decides the answer.
    private func answeredName(of source: MediaSource) -> String {
        let name = Self.name(of: source)
        return baseNames ? String(name.split(separator: "/").last ?? "") : name
    }
}

/// Runs a command in-process against a scripted line.
func run(
    _ arguments: String..., on recorder: RecordingConsole, line: ScriptedLine = ScriptedLine()
) async -> ExitStatus {
    await Tool(console: recorder.console) { _ in line }.run(arguments)
}
