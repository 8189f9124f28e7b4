internal import AttachmentModel
internal import Batching
internal import Digests
internal import FlowControl
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Commands

/// The page that `affix batch --report` writes.
struct CampaignReportTests {
    /// Runs a batch over a list and gives its page.
    private func page(
        of list: String, _ options: [String] = [], in folder: String,
        on recorder: RecordingConsole = RecordingConsole(),
        line: ScriptedLine = ScriptedLine()
    ) async throws -> String {
        try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
        let words = [
            "batch", folder + "/list", "--out", folder + "/results.jsonl", "--report", folder + "/report.html",
            "--state", folder + "/state",
        ]
        _ = await Tool(console: recorder.console) { _ in line }.run(words + options)
        return try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    }

    /// What stands between two texts.
    private func part(_ page: String, from start: String, to end: String) -> Substring {
        guard let first = page.range(of: start) else { return "" }
        let rest = page[first.upperBound...]
        return rest.range(of: end).map { rest[..<$0.lowerBound] } ?? rest
    }

    private func count(_ text: String, in page: String) -> Int { page.components(separatedBy: text).count - 1 }

    @Test func `each item stands in its group, and the groups are counted`() async throws {
        try await TemporaryFolder.with { folder in
            let page = try await page(of: "ok1\nok2\nmedia-empty\nfetch-status-5xx\n", in: folder)
            let refused = part(page, from: "<section class=\"group refused\">", to: "</section>")
            #expect(refused.contains("media-empty") && !refused.contains("fetch-status-5xx"))
            #expect(part(page, from: "<section class=\"group failed\">", to: "</section>").contains("fetch-status-5xx"))
            let ready = part(page, from: "<section class=\"group ready\">", to: "</section>")
            #expect(ready.contains("ok1") && ready.contains("ok2") && count("class=\"card\"", in: page) == 2)
            #expect(page.contains("<li class=\"is-ready\"><b>2</b><span>Ready</span></li>"))
            #expect(page.contains("<li class=\"is-refused\"><b>1</b>"))
            #expect(page.contains("4 items of results.jsonl"))
        }
    }

    @Test func `a reason is told once with what to do, and each item with its source`() async throws {
        try await TemporaryFolder.with { folder in
            let list = (1...3).map { #"{"id":"\#($0)","source":"media-empty"}"# + "\n" }.joined()
            let page = try await page(of: list, in: folder)
            let code = PreparationError.Code.mediaEmpty
            #expect(count(code.advice, in: page) == 1)
            #expect(page.contains("<span class=\"count\">3</span> × \(code.meaning)"))
            for id in 1...3 {
                #expect(page.contains("<th scope=\"row\">\(id)</th><td class=\"source\">media-empty</td>"))
            }
        }
    }

    @Test func `no name from outside is markup, and no secret is told`() async throws {
        try await TemporaryFolder.with { folder in
            let evil = "<script>alert(1)</script>"
            let list = #"""
                {"id":"\#(evil)","source":"ok\#(evil)"}
                {"id":"'\"><img src=x onerror=alert(1)>","source":"https://me:secret1@a.example/\#(evil).jpg?t=secret2#secret3"}
                {"source":"media-empty","id":"<svg/onload=alert(1)>"}
                <b>no JSON</b>
                """#
            let page = try await page(of: list, in: folder)
            #expect(
                !page.contains("<script") && !page.contains("<img") && !page.contains("<svg/")
                    && !page.contains("<b>no"))
            #expect(page.contains("&lt;script&gt;alert(1)"))
            #expect(!page.contains("secret"))
        }
    }

    @Test func `the page loads nothing and runs nothing`() async throws {
        try await TemporaryFolder.with { folder in
            let page = try await page(of: "ok1\nmedia-empty\n", in: folder)
            let policy = part(page, from: "Content-Security-Policy\" content=\"", to: "\"")
            #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
            #expect(!policy.contains("unsafe"))
            // The browser takes only a style with this very digest.
            let style = String(part(page, from: "<style>", to: "</style>"))
            let digest = SHA256.digest(of: style)
            let bytes = stride(from: 0, to: 64, by: 2).compactMap {
                UInt8(digest.dropFirst($0).prefix(2), radix: 16)
            }
            #expect(policy.contains("'sha256-\(Data(bytes).base64EncodedString())'"))
            for word in ["url(", "@import", " style=", " src=", " onclick", "<link", "<iframe"] {
                #expect(!page.contains(word), "\(word)")
            }
            #expect(page.contains("href=\"data:image/jpeg;base64,/9j/\""))
        }
    }

    @Test func `everything that is seen can be read out`() async throws {
        try await TemporaryFolder.with { folder in
            let page = try await page(of: "ok1\nmedia-empty\n", in: folder)
            #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
            #expect(page.contains("role=\"img\" aria-label=\"What ok1 became, 1024 by 1024 pixels\""))
            #expect(
                count("<svg", in: page) == count("aria-hidden", in: page)
                    + count("<svg role=\"img\" aria-label", in: page))
            #expect(count("<th", in: page) - count("<thead", in: page) == count("<th scope=", in: page))
            #expect(count("<input", in: page) == count("aria-label=\"Show: ", in: page))
        }
    }

    @Test func `of a long list the first are drawn and all are linked`() async throws {
        try await TemporaryFolder.with { folder in
            let list = (0..<1_400).map { "ok\($0)\n" }.joined()
            let page = try await page(of: list, in: folder)
            #expect(count("class=\"card\"", in: page) == ReportSheets.mostCards)
            #expect(page.contains("1100 more") && page.contains("Only the first 300 are drawn"))
            #expect(count("href=\"https://cdn.example.com/ab/ab.jpg\"", in: page) == 1_400)
            #expect(page.contains("<summary>From number 501</summary>") && page.contains("From number 1001"))
            #expect(!page.contains("From number 1501"))
            let ids = (1...300).filter { !page.contains("id=\"p\($0)\"") || !page.contains("href=\"#p\($0)\"") }
            #expect(ids.isEmpty)
        }
    }

    @Test func `what was tried again is told as it ended`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await page(of: "ok1\nfetch-status-5xx\n", in: folder)
            let journal = URL(filePath: folder + "/results.jsonl")
            let text = try String(contentsOf: journal, encoding: .utf8)
            let page = try await page(of: "ok1\nfetch-status-5xx\n", ["--retry-refused"], in: folder)
            #expect(try String(contentsOf: journal, encoding: .utf8).count > text.count, "it was tried again")
            #expect(page.contains("2 items of results.jsonl"))
            #expect(count("<th scope=\"row\">fetch-status-5xx</th>", in: page) == 1)
        }
    }

    @Test func `a check is told as verdicts, with what affix would do`() async throws {
        try await TemporaryFolder.with { folder in
            let page = try await page(of: "ok1\nlarge\nmedia-empty\n", ["--check"], in: folder)
            #expect(part(page, from: "group attachable", to: "</section>").contains("ok1"))
            #expect(part(page, from: "group needsWork", to: "</section>").contains("<em>crop it, shrink it</em>"))
            #expect(part(page, from: "group refused", to: "</section>").contains("media-empty"))
            #expect(!page.contains("class=\"card\"") && count("<details open><summary>1 items", in: page) == 2)
        }
    }

    @Test func `what cannot be drawn is named, with how long it plays`() {
        var facts = MediaFacts(kind: .mp4, bytes: 1_000)
        facts.duration = 12
        let receipt = Receipt(
            id: "1", url: "https://c/x.mp4", digest: "ab", expiresAt: "", facts: facts,
            source: SourceSummary(url: "https://a/clip.mov"), origin: nil, path: .remux, rulebook: "1")
        let item = ReportItem(line: .init(item: .init(of: "x"), id: nil, source: nil, answer: .receipt(receipt)))
        let card = ReportCard(item: item, receipt: receipt, preview: nil, number: 1).html.text
        #expect(card.contains("aria-label=\"MPEG-4 movie of clip.mov, 12 s\"") && !card.contains("<image"))
    }

    @Test func `a remark is what a sender should look at, not what is put right already`() {
        var facts = MediaFacts(kind: .jpeg, bytes: 1_000)
        (facts.width, facts.height) = (120, 90)
        var receipt = Receipt(
            id: "1", url: "https://c/x.jpg", digest: "ab", expiresAt: "", facts: facts,
            source: SourceSummary(url: "a"), origin: nil, path: .render, rulebook: "1")
        receipt.lost = ["colours"]
        receipt.warnings = [.extensionDisagrees, .typeDisagrees, .notPublic, .animationLost]
        let item = ReportItem(line: .init(item: .init(of: "x"), id: nil, source: nil, answer: .receipt(receipt)))
        #expect(
            item.remarks == [
                "colours", MediaWarning.animationLost.words, "only 120 pixels wide: a phone blows it up",
            ])
        #expect(item.group == .remarked)
    }

    @Test func `whoever wants an end does not wait for a page`() async throws {
        try await TemporaryFolder.with { folder in
            try Data("ok1\n".utf8).write(to: URL(filePath: folder + "/list"))
            let signals = StopSignals { _ in }
            let recorder = RecordingConsole()
            let tool = Tool(console: recorder.console, signals: signals) { _ in
                ScriptedLine(before: { _ in signals.take(15) })
            }
            let words = ["batch", folder + "/list", "--out", folder + "/j", "--report", folder + "/report.html"]
            #expect(await tool.run(words) == .mayPass)
            #expect(recorder.output.contains("stopped as asked"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/report.html"))
        }
    }

    @Test func `a page that cannot be written is this machine's fault, and the results stay`() async throws {
        try await TemporaryFolder.with { folder in
            try Data("ok1\n".utf8).write(to: URL(filePath: folder + "/list"))
            let recorder = RecordingConsole()
            // A folder has the name.
            try FileManager.default.createDirectory(atPath: folder + "/page", withIntermediateDirectories: true)
            let words = ["batch", folder + "/list", "--out", folder + "/j", "--report", folder + "/page"]
            #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words) == .machine)
            #expect(recorder.output.contains("1 ready") && recorder.error.contains("The report"))
            #expect(TemporaryFolder.files(below: folder).contains("j"))
        }
    }

    @Test(arguments: [
        (PreparationError.Code.renderTranscoderMissing, ReportItem.Group.failed), (.mediaCorrupt, .refused),
    ])
    func `a verdict that only hangs on this machine stands with what is tried again`(
        code: PreparationError.Code, group: ReportItem.Group
    ) {
        let inspection = Inspection(
            source: SourceSummary(url: "a"), facts: MediaFacts(kind: .flac, bytes: 9),
            verdict: Verdict(
                answer: .refused, work: [], reasons: [Verdict.Reason(PreparationError(code), iosError: nil)]),
            origin: nil)
        let line = JournalLine(item: Fingerprint(of: "a"), id: nil, source: "a", answer: .inspection(inspection))
        #expect(ReportItem(line: line).group == group)
    }
}
