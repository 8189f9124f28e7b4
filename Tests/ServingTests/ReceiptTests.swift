internal import Affix
internal import AttachmentModel
internal import Foundation
internal import MediaSamples
internal import Serving
internal import TestSupport
internal import Testing

/// A published file by its digest: its receipt, and its withdrawal.
@Suite(.timeLimit(.minutes(2)))
struct ReceiptTests {
    private static let unknown = String(repeating: "a", count: 64)

    @Test func `the receipt of a published file is given back by its digest`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let made = try #require(await bench.order("/a.jpg", #", "variants": ["lite"]"#)).object
            let digest = try #require(made["digest"] as? String)
            let answer = try #require(await bench.get("/v1/attachments/" + digest))
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            for name in ["id", "url", "digest", "status"] {
                #expect(answer.object[name] as? String == made[name] as? String)
            }
            #expect((answer.object["variants"] as? [[String: Any]])?.first?["name"] as? String == "lite")
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `a variant is found in the receipt it was made with, as long as it is there`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let made = try #require(await bench.order("/a.jpg", #", "variants": ["lite"]"#)).object
            let variant = try #require((made["variants"] as? [[String: Any]])?.first?["digest"] as? String)
            let answer = try #require(await bench.get("/v1/attachments/" + variant.uppercased()))
            #expect(answer.status == 200 && answer.object["digest"] as? String == made["digest"] as? String)
            let name = try #require(TemporaryFolder.files(below: bench.shelf).first { $0.contains(variant) })
            try FileManager.default.removeItem(atPath: bench.shelf + "/" + name)
            #expect(await bench.get("/v1/attachments/" + variant)?.status == 404)
            #expect(await bench.get("/v1/attachments/" + (made["digest"] as? String ?? ""))?.status == 200)
            // Made for itself, it has a receipt of its own.
            let small = try #require(await bench.order("/a.jpg", #", "profile": "lite""#)).object
            #expect(small["digest"] as? String == variant)
            #expect(await bench.get("/v1/attachments/" + variant)?.object["digest"] as? String == variant)
        }
    }

    @Test func `what was withdrawn and lies there still is not served, until it is allowed again`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let digest = try #require(await bench.order("/a.jpg")?.object["digest"] as? String)
            let name = try #require(TemporaryFolder.files(below: bench.shelf).first)
            let bytes = try Data(contentsOf: URL(filePath: bench.shelf + "/" + name))
            for _ in 0..<3 { #expect(await bench.get("/media/" + name)?.status == 200) }
            // From somewhere else, where this shelf cannot be reached.
            var settings = PreparerConfiguration()
            (settings.shelf, settings.state) = (bench.state + "/elsewhere", bench.state)
            _ = await bench.lookForWithdrawals()
            #expect(await !bench.lookForWithdrawals())
            _ = try await Preparer(settings).withdraw(digest)
            #expect(await bench.lookForWithdrawals())
            #expect(await !bench.lookForWithdrawals())
            for query in ["", "?x"] {
                let gone = try #require(await bench.get("/media/" + name + query))
                #expect(gone.status == 404 && gone.headers["cache-control"] == "public, max-age=5")
            }
            _ = try await bench.otherPreparer().allow(digest)
            #expect(await bench.get("/media/" + name)?.body == Array(bytes))
        }
    }

    @Test func `a file that stays when it is withdrawn here is not served`() async throws {
        try await TemporaryFolder.with { folder in
            let script = folder + "/restore"
            var settings = PreparerConfiguration()
            settings.purgeCommand = [script]
            try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]], settings: settings) { bench in
                let digest = try #require(await bench.order("/a.jpg")?.object["digest"] as? String)
                let name = try #require(TemporaryFolder.files(below: bench.shelf).first)
                try FileManager.default.copyItem(atPath: bench.shelf, toPath: folder + "/copy")
                // As if it could not be removed: whoever runs these tests may remove anything.
                TemporaryFolder.write("#!/bin/sh\ncp -r \(folder)/copy/. \(bench.shelf)\n", mode: 0o700, to: script)
                #expect(await bench.delete("/v1/attachments/" + digest)?.status == 200)
                #expect(TemporaryFolder.files(below: bench.shelf) == [name])
                #expect(await bench.get("/media/" + name)?.status == 404)
            }
        }
    }

    @Test(arguments: [unknown, "x", "", "../../etc/passwd", unknown + "/"])
    func `what nobody knows has no receipt`(digest: String) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.get("/v1/attachments/" + digest))
            #expect(answer.status == 404 && answer.object["code"] as? String == "request-not-found")
        }
    }

    @Test func `a receipt whose file has gone is not given out`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let digest = try #require(await bench.order("/a.jpg")?.object["digest"] as? String)
            let name = try #require(TemporaryFolder.files(below: bench.shelf).first)
            try FileManager.default.removeItem(atPath: bench.shelf + "/" + name)
            #expect(await bench.get("/v1/attachments/" + digest)?.status == 404)
        }
    }

    @Test func `a file that is withdrawn goes with all that was made of its source, and does not come back`()
        async throws
    {
        let bytes = try MediaSample.photo1200x800.bytes
        try await TemporaryFolder.with { folder in
            let script = folder + "/purge"
            TemporaryFolder.write("#!/bin/sh\necho \"$1\" >> \(folder)/purged\n", mode: 0o700, to: script)
            var settings = PreparerConfiguration()
            settings.purgeCommand = [script]
            try await ServiceBench.with(["*": [try .sample(.photo1200x800)]], settings: settings) { bench in
                let made = try #require(await bench.upload(bytes, to: "/v1/attachments?keep_original=true")).object
                let small = try #require(await bench.order("/a.jpg", #", "profile": "lite""#)).object
                let digest = try #require(made["digest"] as? String)
                let original = try #require((made["original"] as? [String: Any])?["path"] as? String)
                let answer = try #require(await bench.delete("/v1/attachments/" + digest.uppercased()))
                #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
                #expect(answer.object["action"] as? String == "withdrawn" && answer.object["removed"] as? Int == 3)
                #expect(answer.object["known"] as? Bool == true)
                #expect(answer.object["purged"] as? Int == 2 && answer.object["troubles"] as? [String] == [])
                let digests = try #require(answer.object["digests"] as? [String])
                #expect(digests.contains(digest) && digests.contains(small["digest"] as? String ?? ""))
                let purged = try String(contentsOfFile: folder + "/purged", encoding: .utf8)
                #expect(purged.contains(made["url"] as? String ?? "?"))
                #expect(TemporaryFolder.files(below: bench.shelf).isEmpty)
                #expect(await bench.get("/v1/attachments/" + digest)?.status == 404)
                #expect(await bench.get(original)?.status == 404)
                let recent = await bench.get("/v1/attachments")?.object["items"] as? [Any]
                #expect(recent?.isEmpty == true)
                for answer in [await bench.upload(bytes), await bench.order("/b.jpg")] {
                    #expect(answer?.status == 422 && answer?.object["code"] as? String == "source-withdrawn")
                }
            }
        }
    }

    @Test(arguments: ["withdrawn", "withdrawn with its file left", "gone"])
    func `what another process took down is not listed as made of late`(how: String) async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            func listed() async -> Int? { (await bench.get("/v1/attachments")?.object["items"] as? [Any])?.count }
            let digest = try #require(await bench.order("/a.jpg")?.object["digest"] as? String)
            #expect(await listed() == 1)
            let name = try #require(TemporaryFolder.files(below: bench.shelf).first)
            let file = URL(filePath: bench.shelf + "/" + name)
            let bytes = try Data(contentsOf: file)
            if how == "gone" {
                try FileManager.default.removeItem(at: file)
            } else {
                _ = try await bench.otherPreparer().withdraw(digest)
            }
            if how.hasSuffix("left") { try bytes.write(to: file) }
            #expect(await listed() == 0)
        }
    }

    @Test func `an original that was withdrawn meanwhile is not kept`() async throws {
        try await TemporaryFolder.with { folder in
            var settings = PreparerConfiguration()
            (settings.shelf, settings.state) = (folder + "/shelf", folder + "/state")
            let preparer = try Preparer(settings)
            var upload = try preparer.upload(announced: 5)
            let bytes: [UInt8] = [1, 2, 3, 4, 5]
            try upload.append(bytes.span)
            let file = try upload.finish()
            _ = try await preparer.withdraw(file.digest)
            #expect(await problemCode { _ = try await preparer.keepOriginal(file) } == .sourceWithdrawn)
            #expect(!TemporaryFolder.files(below: folder + "/state").contains { $0.hasPrefix("originals/") })
        }
    }

    @Test func `what was never published is blocked all the same`() async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.delete("/v1/attachments/" + Self.unknown))
            #expect(answer.status == 200 && answer.object["removed"] as? Int == 0)
            #expect(answer.object["digests"] as? [String] == [Self.unknown])
            #expect(answer.object["known"] as? Bool == false)
            #expect(await bench.delete("/v1/attachments/x")?.status == 404)
        }
    }

    @Test func `a withdrawal that is not whole is a problem with its report`() async throws {
        var settings = PreparerConfiguration()
        settings.purgeCommand = ["/bin/false"]
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]], settings: settings) { bench in
            let digest = try #require(await bench.order("/a.jpg")?.object["digest"] as? String)
            let answer = try #require(await bench.delete("/v1/attachments/" + digest))
            #expect(answer.status == 500 && answer.headers["content-type"] == "application/problem+json")
            #expect(answer.object["code"] as? String == "publish-failed" && answer.object["removed"] as? Int == 1)
            #expect((answer.object["troubles"] as? [String])?.first?.contains("purge command") == true)
        }
    }

    @Test func `both need a token, whose name goes into the audit file`() async throws {
        try await ServiceBench.with { configuration, folder in
            let file = folder + "/tokens"
            try? "legal:0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            configuration.tokenFile = file
        } _: { bench in
            let path = "/v1/attachments/" + Self.unknown
            let token = ["Authorization: Bearer 0123456789abcdef"]
            #expect(await bench.get(path)?.status == 401)
            #expect(await bench.delete(path)?.status == 401)
            #expect(!FileManager.default.fileExists(atPath: bench.state + "/withdrawals.jsonl"))
            #expect(await bench.get(path, method: "DELETE", headers: token)?.status == 200)
            let audit = try String(contentsOfFile: bench.state + "/withdrawals.jsonl", encoding: .utf8)
            #expect(audit.contains(#""token":"legal""#) && audit.contains(Self.unknown))
        }
    }
}
