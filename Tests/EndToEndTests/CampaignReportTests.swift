import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// The page about a campaign, made of what really lies on the shelf.
struct CampaignReportTests {
    private func page(of samples: [MediaSample], _ body: (_ page: String, _ folder: String) throws -> Void) async throws
    {
        try await TemporaryFolder.with { folder in
            try Data(samples.map { $0.path + "\n" }.joined().utf8).write(to: URL(filePath: folder + "/list"))
            let run = try ProgramRun(
                ["batch", "list", "--out", "out.jsonl", "--report", "report.html"], in: folder)
            #expect(run.status == 0, "\(run.errors)")
            try body(try String(contentsOfFile: folder + "/report.html", encoding: .utf8), folder)
        }
    }

    /// The pictures in a page.
    private func pictures(in page: String) -> [(mime: String, bytes: Data)] {
        page.components(separatedBy: "href=\"data:").dropFirst().compactMap { text in
            let parts = text.prefix { $0 != "\"" }.components(separatedBy: ";base64,")
            return Data(base64Encoded: parts.last ?? "").map { (parts[0], $0) }
        }
    }

    @Test func `each picture is drawn small, and nothing is added to the shelf`() async throws {
        try await page(of: [.photo12MPRotated, .alphaPNG, .animatedGIF]) { page, folder in
            let pictures = pictures(in: page)
            #expect(pictures.map(\.mime).sorted() == ["image/jpeg", "image/jpeg", "image/png"])
            for picture in pictures {
                #expect(picture.bytes.count < 40_000 && picture.bytes.count > 500)
            }
            #expect(page.contains("viewBox=\"0 0 320 320\"") && page.contains("<span class=\"moves\">moves</span>"))
            #expect(TemporaryFolder.files(below: folder + "/affix-shelf").count == 3)
            #expect(page.contains("3 attachments have no public address"))
        }
    }

    @Test func `a movie and a sound are named, and what was refused has its reason`() async throws {
        try await page(of: [.quickTime, .wav, .truncatedPNG]) { page, _ in
            #expect(pictures(in: page).isEmpty)
            #expect(page.contains("MPEG-4 movie, 2 s") && page.contains("WAV audio, 2 s"))
            #expect(page.contains("The PNG picture ends before its format says it does."))
            #expect(!page.contains("affix-state/spool"))
        }
    }
}
