import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// The way from a source to a checked payload, with the real programs.
struct PayloadProgramTests {
    private func prepared(_ sources: [String], in folder: String) throws -> ProgramRun {
        try ProgramRun(
            ["prepare", "--json", "--base-url", "https://cdn.example.com/push", "--variants", "lite"] + sources,
            in: folder)
    }

    @Test func `receipts in a pipe become payloads that have no fault`() async throws {
        try await TemporaryFolder.with { folder in
            let receipts = try prepared([MediaSample.photo12MPRotated.path, folder + "/absent.jpg"], in: folder)
            #expect(receipts.objects.count == 2)
            let payloads = try ProgramRun(
                ["payload", "-", "--preset", "native,fcm", "--title", "Hi"], in: folder,
                input: Data(receipts.output.utf8))
            #expect(payloads.status == 0)
            #expect(payloads.errors.contains("text only: source-unreadable"))
            let media = try #require(payloads.objects.first?["media"] as? [[String: Any]])
            let sizes = media.compactMap { $0["bytes"] as? Int }
            #expect(sizes.count == 2 && sizes == sizes.sorted())
            #expect(media.last?["url"] as? String == receipts.objects.first?["url"] as? String)
            #expect(payloads.objects.last?.keys.sorted() == ["aps"])

            let checked = try ProgramRun(
                ["payload", "--check", "-", "--push-type", "alert", "--json"], in: folder,
                input: Data(payloads.output.utf8))
            #expect(checked.status == 0)
            #expect(checked.objects.map { ($0["faults"] as? [Any])?.count } == [0, 0])
        }
    }

    @Test func `a receipt tells how long phones need, and warns when that is too long`() async throws {
        try await TemporaryFolder.with { folder in
            let path = MediaSample.photo12MPRotated.path
            for (options, isSlow) in [
                (["--profile", "original"], true), (["--profile", "original", "--fit", "10s@slow-4g"], false),
            ] {
                let receipt = try #require(
                    try ProgramRun(
                        ["prepare", "--json", path, "--quality", "95"] + options, in: folder
                    ).objects.first)
                let window = try #require(receipt["device_window"] as? [String: Any])
                #expect(window["too_slow"] as? Bool == isSlow, "\(receipt["bytes"] ?? 0)")
                #expect((receipt["warnings"] as? [String])?.contains("slow-to-load") == isSlow)
                #expect((window["links"] as? [[String: Any]])?.count == 4)
            }
        }
    }

    @Test func `media of a payload that is checked is looked at where it lies`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = [
            "/a.jpg": [.ok(try MediaSample.photoFitting.bytes)], "/a.png": [.ok(try MediaSample.photoFitting.bytes)],
            "/b.jpg": [.ok(try MediaSample.photoWebP.bytes)], "/c.jpg": [.status("404 Not Found")],
            "/d.jpg": [.status("503 Busy")],
        ]
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.serving(answers) { origin in
                for (path, status, word) in [
                    ("/a.jpg", Int32(0), "clean"), ("/a.png", 1, "extension-lies"), ("/b.jpg", 1, "media-not-shown"),
                    ("/c.jpg", 1, "media-unreachable"), ("/d.jpg", 3, "fetch-status-5xx"),
                ] {
                    let payload =
                        "{\"aps\":{\"alert\":\"a\",\"mutable-content\":1},\"attachment\":\"\(origin.url(path))\"}"
                    let run = try ProgramRun(
                        ["payload", "--check", "-", "--fetch", "--allow-http-base"], in: folder,
                        environment: [
                            "AFFIX_ALLOW_ADDRESSES": "127.0.0.1", "AFFIX_ALLOW_PORTS": "\(origin.port)",
                        ], input: Data(payload.utf8))
                    #expect(run.status == status, "\(run.output) \(run.errors)")
                    #expect(run.output.contains(word), "\(run.output)")
                }
            }
        }
    }
}
