internal import Affix
internal import AttachmentModel
internal import Foundation
internal import MediaSamples
internal import Serving
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct OriginalTests {
    @Test func `an upload that is to be kept is given back unchanged, and never published`() async throws {
        let bytes = try MediaSample.photoWebP.bytes
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.upload(bytes, to: "/v1/attachments?keep_original=true"))
            let original = try #require(answer.object["original"] as? [String: Any])
            let digest = try #require(original["digest"] as? String)
            #expect(digest == (answer.object["source"] as? [String: Any])?["digest"] as? String)
            #expect(original["bytes"] as? Int == bytes.count && original["expires_at"] is String)
            let path = try #require(original["path"] as? String)
            let file = try #require(await bench.get(path))
            #expect(file.status == 200 && file.body == bytes)
            #expect(await bench.get("/v1/originals/" + digest.uppercased())?.body == bytes)
            #expect(file.headers["content-type"] == "application/octet-stream")
            #expect(
                file.headers["content-disposition"] == "attachment"
                    && file.headers["x-content-type-options"] == "nosniff")
            #expect(file.headers["cache-control"] == "private, no-store")
            #expect(TemporaryFolder.files(below: bench.shelf).allSatisfy { !$0.contains(digest) })
            for path in [
                "/media/\(digest)", "/media/\(digest.prefix(2))/\(digest)", "/v1/originals/\(digest)/",
                "/v1/originals/x",
            ] {
                #expect(await bench.get(path)?.status == 404)
            }
        }
    }

    @Test func `an upload is not kept unless somebody asks for it, nor when nothing comes of it`() async throws {
        try await ServiceBench.with { bench in
            _ = await bench.upload(try MediaSample.photoWebP.bytes)
            _ = await bench.upload(Array("hello".utf8), to: "/v1/attachments?keep_original=true&on_failure=text-only")
            #expect(!TemporaryFolder.files(below: bench.state).contains { $0.hasPrefix("originals") })
        }
    }

    @Test func `originals need a token where there are tokens`() async throws {
        let bytes = try MediaSample.photoWebP.bytes
        try await ServiceBench.with { configuration, folder in
            let file = folder + "/tokens"
            try? "team:0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            configuration.tokenFile = file
        } _: { bench in
            let token = ["Authorization: Bearer 0123456789abcdef"]
            #expect(await bench.upload(bytes)?.status == 401)
            let answer = try #require(
                await bench.upload(bytes, to: "/v1/attachments?keep_original=true", headers: token))
            let path = try #require((answer.object["original"] as? [String: Any])?["path"] as? String)
            #expect(await bench.get(path)?.status == 401)
            #expect(await bench.get(path, headers: token)?.status == 200)
            #expect(await bench.get("/v1/attachments")?.status == 401)
            #expect(await bench.get("/v1/attachments", headers: token)?.status == 200)
        }
    }

    @Test func `originals are collected with the shelf once their time is up`() async throws {
        let bytes = try MediaSample.photoWebP.bytes
        try await ServiceBench.with { bench in
            _ = await bench.upload(bytes, to: "/v1/attachments?keep_original=true")
            var settings = PreparerConfiguration()
            (settings.shelf, settings.state, settings.originalDays) = (bench.shelf, bench.state, 10)
            let preparer = try Preparer(settings)
            #expect(try await preparer.collect(removing: true).expiredOriginals == 0)
            let name = try #require(TemporaryFolder.files(below: bench.state).first { $0.hasPrefix("originals/") })
            let time = Date(timeIntervalSinceNow: -12 * 86_400)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: bench.state + "/" + name)
            let report = try await preparer.collect(removing: true)
            #expect(report.expiredOriginals == 1 && report.expiredOriginalBytes == bytes.count)
            #expect(await bench.get("/v1/" + name)?.status == 404)
        }
    }

    @Test func `an original that does not fit beside the others is refused`() async throws {
        let bytes = try MediaSample.photoWebP.bytes
        var settings = PreparerConfiguration()
        settings.originalMegabytes = 0
        try await ServiceBench.with(settings: settings) { bench in
            let answer = try #require(await bench.upload(bytes, to: "/v1/attachments?keep_original=true"))
            #expect(answer.status == 507 && answer.object["code"] as? String == "publish-no-space")
        }
    }
}
