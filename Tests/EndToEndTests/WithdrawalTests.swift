import Affix
import AttachmentModel
import Foundation
import Index
import MediaSamples
import TestSupport
import Testing

/// What must go goes, and does not come back.
struct WithdrawalTests {
    /// A folder in which each preparer is as a new process would have it.
    private struct Bench {
        let folder: String
        var purge: [String] = []
        var baseURL: String? = "https://cdn.example.com/push"
        var fleet: (any BlockStore)?
        var state: String { folder + "/state" }
        var files: [String] { TemporaryFolder.files(below: folder + "/shelf") }

        func preparer(remembers: Bool = true) throws -> Preparer {
            var configuration = PreparerConfiguration()
            configuration.shelf = folder + "/shelf"
            configuration.state = state
            configuration.baseURL = baseURL
            configuration.allowAddresses = ["127.0.0.1"]
            configuration.workerPath = Products.path(of: "affix-worker")
            configuration.budgets = .provoking()
            configuration.remembers = remembers
            configuration.purgeCommand = purge
            configuration.fleet.withdrawn = fleet
            return try Preparer(configuration)
        }

        func prepare(
            _ source: MediaSource, _ profile: AttachmentProfile = .push, remembers: Bool = true
        ) async throws -> Receipt {
            try await preparer(remembers: remembers).prepare(
                AttachmentRequest(source, profile: profile, timeout: .seconds(60)))
        }

        func withdraw(_ word: String) async throws -> WithdrawalReport { try await preparer().withdraw(word) }

        func code(_ source: MediaSource, _ profile: AttachmentProfile = .push) async -> PreparationError.Code? {
            await problemCode { _ = try await prepare(source, profile, remembers: false) }
        }

        /// The lines of the audit file.
        var audit: [[String: Any]] {
            get throws {
                try String(contentsOfFile: state + "/withdrawals.jsonl", encoding: .utf8).split(separator: "\n").map {
                    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
                }
            }
        }
    }

    private func bench(_ body: (Bench) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(Bench(folder: $0)) }
    }

    @Test func `a source goes with everything that was made of its bytes, whatever URL they came from`() async throws {
        try await bench { bench in
            let photo = LoopbackOrigin.Answer.ok(try MediaSample.photo1200x800.bytes)
            let other = LoopbackOrigin.Answer.ok(try MediaSample.orientation6.bytes)
            try await LoopbackOrigin.serving(["/a": photo, "/b": photo, "/c": photo, "/other": other]) { origin in
                let made = try await bench.prepare(.link(origin.url("/a")))
                let small = try await bench.prepare(.link(origin.url("/b")), .lite)
                let kept = try await bench.prepare(.link(origin.url("/other")))
                #expect(bench.files.count == 3)
                let report = try await bench.withdraw(origin.url("/a") + "#top")
                #expect(report.removed == 2 && report.forgotten == 2 && report.troubles == [])
                #expect(Set(report.urls) == [made.url, small.url])
                #expect(Set(report.digests) == [made.digest, small.digest, made.source.digest ?? ""])
                #expect(Set(report.sources) == [origin.url("/a") + "?…", origin.url("/b")])
                #expect(bench.files.count == 1 && kept.url.hasSuffix(bench.files[0]))
                let asked = origin.requests.count
                #expect(await bench.code(.link(origin.url("/a"))) == .sourceWithdrawn)
                #expect(await bench.code(.link(origin.url("/b")), .banner) == .sourceWithdrawn)
                #expect(origin.requests.count == asked, "a blocked source is not even asked for")
                #expect(await bench.code(.link(origin.url("/c"))) == .sourceWithdrawn)
                #expect(try await bench.prepare(.link(origin.url("/other"))).digest == kept.digest)
                let seen = await problemCode {
                    _ = try await bench.preparer().inspect(
                        AttachmentRequest(.link(origin.url("/c")), timeout: .seconds(60)))
                }
                #expect(seen == .sourceWithdrawn)
                #expect(bench.files.count == 1)
            }
        }
    }

    @Test func `a variant's digest takes the whole down, with all else that was made of the source`() async throws {
        try await bench { bench in
            let source = MediaSample.moovFirst.source
            let made = try await bench.preparer().prepare(
                AttachmentRequest(source, variants: [.poster, .lite], timeout: .seconds(60)))
            let poster = try made.variants[0].outcome.get()
            let report = try await bench.withdraw(poster.digest)
            #expect(
                Set(report.digests).isSuperset(
                    of: made.variants.map { try? $0.outcome.get().digest }.compactMap(\.self)))
            #expect(report.digests.contains(made.digest) && bench.files.isEmpty && report.forgotten == 1)
            #expect(await bench.code(source) == .sourceWithdrawn)
        }
    }

    @Test func `what is withdrawn while it is in the making is not published, whatever it would have been`()
        async throws
    {
        try await bench { bench in
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let withdrawn = DispatchSemaphore(value: 0)
            let photo = LoopbackOrigin.Answer.ok(try MediaSample.photo1200x800.bytes)
            try await LoopbackOrigin.serving(photo) { origin in
                let running = try bench.preparer()
                let source = MediaSource.link(origin.url("/a"))
                // Its bytes are there, and nobody knows yet what will be made of them.
                async let code = problemCode {
                    _ = try await running.prepare(AttachmentRequest(source, timeout: .seconds(60))) { progress in
                        guard progress.stage == .render, progress.encoded == nil else { return }
                        begin.yield()
                        withdrawn.wait()
                    }
                }
                for await _ in begun { break }
                let report = try? await bench.withdraw(origin.url("/a"))
                withdrawn.signal()
                #expect(report?.troubles == [])
                #expect(await code == .sourceWithdrawn)
                #expect(bench.files.isEmpty)
            }
        }
    }

    private static func upload(_ sample: MediaSample, to preparer: Preparer) throws -> HeldFile {
        let bytes = try sample.bytes
        var upload = try preparer.upload(announced: bytes.count)
        try upload.append(bytes.span)
        return try upload.finish()
    }

    @Test func `an original that was kept goes too`() async throws {
        try await bench { bench in
            let preparer = try bench.preparer()
            let file = try Self.upload(.photo1200x800, to: preparer)
            _ = try await preparer.prepare(AttachmentRequest(.held(file), timeout: .seconds(60)))
            _ = try await preparer.keepOriginal(file)
            let report = try await bench.withdraw(file.digest)
            let isThere = try await preparer.original(file.digest) != nil
            #expect(report.removed == 2 && !isThere, "\(report)")
        }
    }

    @Test(arguments: [true, false])
    func `this machine's own original goes once another machine of the fleet has withdrawn it`(isAskedFor: Bool)
        async throws
    {
        try await bench { bench in
            let list = try BlockList(in: bench.folder + "/fleet")
            var bench = bench
            bench.fleet = list
            let preparer = try bench.preparer()
            let file = try Self.upload(.photo1200x800, to: preparer)
            _ = try await preparer.keepOriginal(file)
            let wasThere = try await preparer.original(file.digest) != nil
            #expect(wasThere)
            try list.add([BlockKey(digest: file.digest)], at: 7)
            let path = bench.state + "/originals/" + file.digest
            if isAskedFor {
                let isThere = try await preparer.original(file.digest) != nil
                #expect(!isThere)
            } else {
                let following = Task { await preparer.followWithdrawals() }
                #expect(try await eventually { !FileManager.default.fileExists(atPath: path) })
                following.cancel()
                await following.value
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func `a machine that is alone has nothing to follow`() async throws {
        try await bench { try await $0.preparer().followWithdrawals() }
    }

    @Test(arguments: [true, false])
    func `what was published goes by its digest or its URL, and is not published again`(byURL: Bool) async throws {
        try await bench { bench in
            let source = MediaSample.photo1200x800.source
            // Without an index nothing is known but what is asked for.
            let made = try await bench.prepare(source, remembers: false)
            let report = try await bench.withdraw(byURL ? made.url : made.digest.uppercased())
            #expect(report.removed == 1 && report.urls == [made.url] && bench.files.isEmpty)
            #expect(await bench.code(source) == .sourceWithdrawn)
            #expect(bench.files.isEmpty)
            // Another rendition of the same source is another file.
            #expect(await bench.code(source, .lite) == nil)
        }
    }

    @Test func `it can be allowed again, with all that went together`() async throws {
        try await bench { bench in
            let source = MediaSample.photo1200x800.source
            let made = try await bench.prepare(source)
            _ = try await bench.withdraw(made.digest)
            #expect(try await bench.preparer().withdrawals().map(\.digests.count) == [2])
            let allowed = try await bench.preparer().allow(MediaSample.photo1200x800.path)
            #expect(allowed.digests.contains(made.digest) && allowed.action == .allowed)
            #expect(try await bench.prepare(source).url == made.url)
            #expect(try await bench.preparer().withdrawals().isEmpty)
            #expect(try await bench.preparer().allow(made.digest).digests.isEmpty)
        }
    }

    @Test func `each withdrawal runs the purge command for each URL, and adds a line to the audit file`() async throws {
        try await TemporaryFolder.with { folder in
            let script = folder + "/purge"
            try Data("#!/bin/sh\necho \"$@\" >> \"$0.log\"\n".utf8).write(to: URL(filePath: script))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
            let bench = Bench(folder: folder, purge: [script, "--zone", "a b", "{url}", "now"])
            let made = try await bench.prepare(MediaSample.photo1200x800.source)
            let report = try await bench.withdraw(MediaSample.photo1200x800.path)
            #expect(report.purged == 1 && report.troubles == [])
            #expect(try String(contentsOfFile: script + ".log", encoding: .utf8) == "--zone a b \(made.url) now\n")
            // Again, when the file has gone: the network may still have it.
            #expect(try await bench.withdraw(made.digest).purged == 1)
            _ = try await bench.preparer().allow(made.digest)
            let audit = try bench.audit
            #expect(audit.map { $0["action"] as? String } == ["withdrawn", "withdrawn", "allowed"])
            #expect(audit[0]["urls"] as? [String] == [made.url] && audit[0]["user"] as? Int == Int(getuid()))
            #expect(audit[0]["removed"] as? Int == 1 && audit[1]["removed"] as? Int == 0)
        }
    }

    @Test func `a purge command that fails is told, and the file has gone all the same`() async throws {
        try await TemporaryFolder.with { folder in
            let bench = Bench(folder: folder, purge: ["false"])
            let made = try await bench.prepare(MediaSample.photo1200x800.source)
            let report = try await bench.withdraw(made.digest)
            #expect(report.purged == 0 && report.removed == 1 && bench.files.isEmpty)
            #expect(report.troubles.count == 1 && report.troubles[0].contains("ended with status 1"))
            #expect(try bench.audit[0]["troubles"] as? [String] == report.troubles)
        }
    }

    @Test func `what an earlier time left undone is done when it is withdrawn again`() async throws {
        try await TemporaryFolder.with { folder in
            let script = folder + "/purge"
            try Data("#!/bin/sh\necho \"$@\" >> \"$0.log\"\n".utf8).write(to: URL(filePath: script))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
            let source = MediaSample.photo1200x800.path
            let made = try await Bench(folder: folder).prepare(MediaSample.photo1200x800.source)
            // The shelf is away, and something else stands in its place.
            let manager = FileManager.default
            try manager.moveItem(atPath: folder + "/shelf", toPath: folder + "/away")
            try Data().write(to: URL(filePath: folder + "/shelf"))
            let first = try await Bench(folder: folder, purge: ["false"]).withdraw(source)
            #expect(first.removed == 0 && first.purged == 0 && !first.troubles.isEmpty && first.forgotten == 1)
            try manager.removeItem(atPath: folder + "/shelf")
            try manager.moveItem(atPath: folder + "/away", toPath: folder + "/shelf")
            let second = try await Bench(folder: folder, purge: ["false"]).withdraw(source)
            #expect(second.removed == 1 && second.purged == 0 && second.troubles.count == 1)
            #expect(second.digests.contains(made.digest))
            let third = try await Bench(folder: folder, purge: [script]).withdraw(source)
            #expect(third.purged == 1 && third.troubles == [] && third.urls == [made.url])
            #expect(try String(contentsOfFile: script + ".log", encoding: .utf8) == made.url + "\n")
        }
    }

    @Test func `what is purged is what was served, whatever this machine calls it now`() async throws {
        try await TemporaryFolder.with { folder in
            let script = folder + "/purge"
            try Data("#!/bin/sh\necho \"$@\" >> \"$0.log\"\n".utf8).write(to: URL(filePath: script))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
            func purged() throws -> String { try String(contentsOfFile: script + ".log", encoding: .utf8) }
            let made = try await Bench(folder: folder).prepare(MediaSample.photo1200x800.source)
            let broken = Bench(folder: folder, purge: ["false"], baseURL: nil)
            #expect(try await broken.withdraw(MediaSample.photo1200x800.path).troubles.count == 1)
            let bench = Bench(folder: folder, purge: [script], baseURL: nil)
            // The index has forgotten it by now.
            let report = try await bench.withdraw(MediaSample.photo1200x800.path)
            #expect(report.purged == 1 && report.troubles == [])
            #expect(try purged() == made.url + "\n")
            // One that was published under another name, and is known by nothing but that.
            let digest = String(repeating: "ab", count: 32)
            let link = "https://old.example.com/ab/\(digest).jpg"
            #expect(try await bench.withdraw(link + "?v=1").purged == 1)
            #expect(try purged() == made.url + "\n" + link + "\n")
            let small = try await Bench(folder: folder, baseURL: nil)
                .prepare(MediaSample.orientation6.source, remembers: false)
            let unknown = try await bench.withdraw(small.digest)
            #expect(unknown.removed == 1 && unknown.purged == 0)
            #expect(unknown.troubles.count == 1 && unknown.troubles[0].contains("give --base-url"))
        }
    }

    @Test func `what two withdrawals hold stays blocked by the other, and that is told`() async throws {
        try await bench { bench in
            // The same picture with a comment: other bytes, of which the same is made.
            let bytes = try MediaSample.photo1200x800.bytes
            let copy = bench.folder + "/copy.jpg"
            try Data(bytes.prefix(2) + [0xFF, 0xFE, 0, 4, 0x41, 0x42] + bytes.dropFirst(2))
                .write(to: URL(filePath: copy))
            let made = try await bench.prepare(MediaSample.photo1200x800.source)
            let other = try await bench.prepare(.file(path: copy))
            try #require(made.digest == other.digest && made.source.digest != other.source.digest)
            for word in [MediaSample.photo1200x800.path, copy] { _ = try await bench.withdraw(word) }
            let allowed = try await bench.preparer().allow(copy)
            #expect(allowed.digests == [try #require(other.source.digest)] && allowed.sources.count == 1)
            #expect(allowed.stillWithdrawn.map(\.what) == [made.digest])
            #expect(allowed.stillWithdrawn.first?.with == [MediaSample.photo1200x800.source.redacted])
            #expect(await bench.code(.file(path: copy)) == .sourceWithdrawn)
        }
    }

    @Test func `an answer holds until its source or anything made of it is withdrawn`() async throws {
        try await bench { bench in
            let source = MediaSample.photo1200x800.source
            let receipt = try await bench.prepare(source)
            let running = try bench.preparer()
            func code() async -> PreparationError.Code? {
                await problemCode { try await running.checkStillAllowed(source, receipt) }
            }
            #expect(await code() == nil)
            for word in [MediaSample.photo1200x800.path, receipt.digest, try #require(receipt.source.digest)] {
                _ = try await bench.preparer(remembers: false).withdraw(word)
                #expect(await code() == .sourceWithdrawn, "\(word)")
                _ = try await bench.preparer().allow(word)
                #expect(await code() == nil)
            }
        }
    }

    @Test func `a running preparer notices what another process withdraws`() async throws {
        try await bench { bench in
            let running = try bench.preparer()
            let request = AttachmentRequest(MediaSample.photo1200x800.source, timeout: .seconds(60))
            let made = try await running.prepare(request)
            _ = try await bench.withdraw(made.digest)
            #expect(await problemCode { _ = try await running.prepare(request) } == .sourceWithdrawn)
        }
    }

    @Test func `a list that cannot be read lets nothing through`() async throws {
        try await bench { bench in
            try FileManager.default.createDirectory(atPath: bench.state, withIntermediateDirectories: true)
            try Data("this is no list, whatever its name says".utf8)
                .write(to: URL(filePath: bench.state + "/withdrawn.sqlite"))
            #expect(await bench.code(MediaSample.photo1200x800.source) == .configurationMachine)
            #expect(bench.files.isEmpty)
        }
    }

    @Test func `an index that cannot be read keeps nothing from being withdrawn, and is told`() async throws {
        try await bench { bench in
            let made = try await bench.prepare(MediaSample.photo1200x800.source, remembers: false)
            try FileManager.default.createDirectory(atPath: bench.state, withIntermediateDirectories: true)
            try Data("this is no index, whatever its name says".utf8)
                .write(to: URL(filePath: bench.state + "/index.sqlite"))
            let report = try await bench.withdraw(made.digest)
            #expect(report.removed == 1 && report.troubles.count == 1 && bench.files.isEmpty)
        }
    }
}
