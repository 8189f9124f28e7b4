internal import AttachmentModel
internal import Batching
internal import FlowControl
internal import Foundation
internal import Index
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Fleet

/// Lists, machines and a real server between them.
struct WorkQueueTests {
    @Test func `two machines share a list, and every item is answered once`() async throws {
        try await FleetBench.with { bench in
            let (one, other) = (Machine(), Machine())
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let names = (0..<200).map { "\($0).jpg" } + ["media-corrupt.a"]
            async let firstEnd = one.work(on: try bench.queue())
            async let secondEnd = other.work(on: try bench.queue())
            let statuses = await FleetBench.ask(names, gatherer)
            one.end()
            other.end()
            let (first, second) = try await (firstEnd, secondEnd)
            #expect(statuses.count == 201 && statuses.values.count { $0 == "ready" } == 200)
            #expect(statuses["media-corrupt.a"] == "refused")
            #expect(first.tally.answered + second.tally.answered == 201)
            #expect(first.tally.answered > 0 && second.tally.answered > 0)
            gatherer.close(isComplete: true)
            let report = try QueueDesk(try bench.queue()).report()
            #expect(report.pending == 0 && report.inWork == 0 && report.results == 0 && report.dead == 0)
        }
    }

    @Test func `machines that find no queue at the same moment make one`() async throws {
        for _ in 0..<40 {
            try await FleetBench.with { bench in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<16 {
                        group.addTask { try await BlockingLane().run { () throws in _ = try bench.queue() } }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `what may pass is tried again, on any machine`() async throws {
        try await FleetBench.with { bench in
            let machine = Machine()
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let tries = Mutex(0)
            async let end = machine.work(on: try bench.queue()) { job in
                let number = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                return number == 1 ? .problem(PreparationError(.fetchStatus5xx)) : FleetBench.answer(to: job)
            }
            #expect(await FleetBench.ask(["a"], gatherer) == ["a": "ready"])
            machine.end()
            let tally = try await end.tally
            #expect(tally.putBack == 1 && tally.answered == 1, "\(tally) \(machine.remarks.withLock { $0 })")
            gatherer.close(isComplete: true)
        }
    }

    @Test func `what fails too often goes to the dead, is shown there, and can be put back`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let gatherer = try JobGatherer(queue, run: "r1") { _ in }
            let machine = Machine()
            async let end = machine.work(on: queue, tries: 2)
            #expect(await FleetBench.ask(["fetch-status-5xx.a", "b"], gatherer)["fetch-status-5xx.a"] == "failed")
            let desk = try QueueDesk(queue)
            #expect(try desk.report().dead == 1)
            let letters = Mutex<[(UInt64, DeadLetter)]>([])
            try desk.forEachDeadLetter { number, letter in letters.withLock { $0.append((number, letter)) } }
            let (number, letter) = try #require(letters.withLock { $0.first })
            #expect(letter.source == "https://a/fetch-status-5xx.a" && letter.tries == 2)
            #expect(letter.problem?.code == .fetchStatus5xx)
            #expect(
                try await eventually { try desk.report().pending + desk.report().inWork == 0 }, "nobody gets it again")
            machine.end()
            _ = try await end

            // The host has recovered.
            #expect(try desk.redrive([number + 1]).isEmpty)
            #expect(try desk.redrive([number]) == [number])
            let healer = Machine()
            async let healed = healer.work(on: queue) { _ in FleetBench.answer(to: FleetBench.job("fine")) }
            #expect(await FleetBench.ask(["fetch-status-5xx.a"], gatherer) == ["fetch-status-5xx.a": "ready"])
            healer.end()
            #expect(try await healed.tally.answered >= 1)
            #expect(try desk.report().dead == 0)
            gatherer.close(isComplete: true)
        }
    }

    @Test func `a message that is gone already is removed`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let place = try queue.streams.store([1], on: queue.layout.dead(of: "r1"), identity: "x")
            try queue.streams.purge(queue.layout.dead)
            try queue.streams.delete(place, of: queue.layout.dead)
        }
    }

    @Test func `a list that is run again leaves one dead letter of what fails again, and none of what does not`()
        async throws
    {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let desk = try QueueDesk(queue)
            for sources in [["fetch-status-5xx.a", "fetch-status-5xx.b"], ["fetch-status-5xx.a", "b"]] {
                let gatherer = try JobGatherer(queue, run: "r1") { _ in }
                let machine = Machine()
                async let end = machine.work(on: queue, tries: 1)
                let statuses = await FleetBench.ask(sources, gatherer)
                machine.end()
                _ = try await end
                gatherer.close(isComplete: true)
                #expect(try await eventually { try desk.report().pending + desk.report().inWork == 0 })
                #expect(try desk.report().dead == statuses.values.count { $0 == "failed" })
            }
        }
    }

    @Test func `a job whose machines die over it goes to the dead and is answered`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue(ackWait: .seconds(1))
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            async let statuses = FleetBench.ask(["deadly"], gatherer)
            // Takes what comes and never says a word about it, as one that is killed.
            let inbox = try queue.connection.makeInbox()
            let subscription = try queue.connection.subscribe(to: inbox)
            for _ in 0..<2 {
                try queue.pull(1, of: queue.layout.consumer, in: queue.layout.jobs, to: inbox)
                let hasCome = try await eventually {
                    try subscription.next(waitMilliseconds: 1_000).map { $0.status == nil } ?? false
                }
                try #require(hasCome)
            }
            let machine = Machine()
            async let end = machine.work(on: try bench.queue(), tries: 2)
            #expect(await statuses == ["deadly": "failed"])
            #expect(machine.done.withLock { $0.isEmpty }, "it is not tried once more")
            #expect(try QueueDesk(queue).report().dead == 1)
            machine.end()
            let tally = try await end.tally
            #expect(tally.buried == 1, "\(tally) \(machine.remarks.withLock { $0 })")
            gatherer.close(isComplete: true)
        }
    }

    @Test func `a machine at fault ends, and its job is done by another`() async throws {
        try await FleetBench.with { bench in
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let (broken, sound) = (Machine(), Machine())
            async let statuses = FleetBench.ask(["a"], gatherer)
            let end = try await broken.work(on: try bench.queue()) { _ in .problem(PreparationError(.publishNoSpace)) }
            #expect(end.fault?.code == .publishNoSpace && end.tally.answered == 0)
            async let other = sound.work(on: try bench.queue())
            #expect(await statuses == ["a": "ready"])
            sound.end()
            #expect(try await other.fault == nil)
            gatherer.close(isComplete: true)
        }
    }

    @Test func `answers that came while nobody gathered are not asked for again`() async throws {
        try await FleetBench.with { bench in
            let names = (0..<20).map { "\($0)" }
            let queue = try bench.queue()
            let first = try JobGatherer(queue, run: "r1") { _ in }
            let asking = Task { await FleetBench.ask(names, first) }
            let desk = try QueueDesk(queue)
            #expect(try await eventually { try desk.report().pending == 20 })
            first.close(isComplete: false)
            #expect(await asking.value.values.allSatisfy { $0 == "failed" })

            let machine = Machine()
            async let end = machine.work(on: try bench.queue())
            #expect(try await eventually { try desk.report().results == 20 })
            let second = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            await second.catchUp()
            #expect(await FleetBench.ask(names, second).values.allSatisfy { $0 == "ready" })
            machine.end()
            #expect(try await end.tally.answered == 20)
            second.written(names.map(FleetBench.item))
            #expect(try await eventually { try desk.report().results == 0 })
            second.close(isComplete: true)
        }
    }

    @Test func `answers that somebody took out meanwhile are not waited for`() async throws {
        try await FleetBench.with { bench in
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            gatherer.state.withLock { $0.missing += 2 }
            await gatherer.catchUp()
            #expect(gatherer.state.withLock { $0.missing } == 0)
            gatherer.close(isComplete: true)
        }
    }

    @Test func `an answer that is not written down comes again to the next gatherer`() async throws {
        try await FleetBench.with { bench in
            let machine = Machine()
            async let end = machine.work(on: try bench.queue())
            let first = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            #expect(await FleetBench.ask(["a"], first) == ["a": "ready"])
            first.close(isComplete: false)
            let second = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            await second.catchUp()
            #expect(await FleetBench.ask(["a"], second) == ["a": "ready"])
            machine.end()
            #expect(try await end.tally.answered == 1)
            second.close(isComplete: true)
        }
    }

    @Test func `an item that failed is done again in the next run`() async throws {
        try await FleetBench.with { bench in
            let machine = Machine()
            async let end = machine.work(on: try bench.queue(), tries: 1)
            let first = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            #expect(await FleetBench.ask(["fetch-connect"], first) == ["fetch-connect": "failed"])
            first.written([FleetBench.item("fetch-connect")])
            first.close(isComplete: false)
            // The server still knows the identity of the first job: the second must have another.
            let second = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            await second.catchUp()
            #expect(await FleetBench.ask(["fetch-connect"], second) == ["fetch-connect": "failed"])
            machine.end()
            #expect(try await end.tally.answered == 2)
            second.close(isComplete: true)
        }
    }

    @Test func `stopped, a machine ends what runs and takes nothing more`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let machine = Machine()
            let (holding, release) = AsyncStream.makeStream(of: Void.self)
            let started = Mutex(0)
            async let statuses = FleetBench.ask(["a", "b", "c"], gatherer)
            async let end = machine.work(on: queue, width: 1) { job in
                started.withLock { $0 += 1 }
                for await _ in holding {}
                return FleetBench.answer(to: job)
            }
            #expect(try await eventually { started.withLock { $0 } == 1 })
            machine.end()
            release.finish()
            #expect(try await end.tally.answered == 1)
            let other = Machine()
            async let otherEnd = other.work(on: try bench.queue())
            #expect(await statuses.values.allSatisfy { $0 == "ready" })
            other.end()
            #expect(try await otherEnd.tally.answered == 2)
            gatherer.close(isComplete: true)
        }
    }

    @Test func `what does not end in time after a stop is given to another machine at once`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue(ackWait: .seconds(600))
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let machine = Machine()
            let started = Mutex(false)
            async let statuses = FleetBench.ask(["a"], gatherer)
            async let end = machine.work(on: queue, patience: .milliseconds(100)) { _ in
                started.withLock { $0 = true }
                try? await Task.sleep(for: .seconds(600))
                return .problem(PreparationError(.deadline))
            }
            #expect(try await eventually { started.withLock { $0 } })
            machine.end()
            #expect(try await end.tally.answered == 0)
            let other = Machine()
            async let otherEnd = other.work(on: try bench.queue())
            #expect(await statuses == ["a": "ready"])
            other.end()
            _ = try await otherEnd
            gatherer.close(isComplete: true)
        }
    }

    @Test func `long work is spoken for, and not given to anybody else`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue(ackWait: .seconds(1))
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let (slow, idle) = (Machine(), Machine())
            async let statuses = FleetBench.ask(["a"], gatherer)
            let started = Mutex(false)
            async let end = slow.work(on: queue) { job in
                started.withLock { $0 = true }
                try? await Task.sleep(for: .seconds(4))
                return FleetBench.answer(to: job)
            }
            #expect(try await eventually { started.withLock { $0 } })
            async let other = idle.work(on: try bench.queue())
            #expect(await statuses == ["a": "ready"])
            slow.end()
            idle.end()
            #expect(try await (end.tally.answered, other.tally.answered) == (1, 0))
            gatherer.close(isComplete: true)
        }
    }

    @Test func `a job of a later affix is left to others, and nonsense is taken out`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let machine = Machine()
            async let end = machine.work(on: queue)
            for (number, text) in [#"{"schema":99}"#, "nonsense"].enumerated() {
                _ = try queue.streams.store(Array(text.utf8), on: queue.layout.jobs(of: "r1"), identity: "\(number)")
            }
            #expect(try await eventually { machine.remarks.withLock { $0.count } == 2 })
            #expect(try queue.streams.state(of: queue.layout.jobs).messages == 1)
            machine.end()
            #expect(try await end.tally.answered == 0)
            #expect(try QueueDesk(queue).purge() == 1)
        }
    }

    @Test func `a called-off item is left to the machines`() async throws {
        try await FleetBench.with { bench in
            let gatherer = try JobGatherer(try bench.queue(), run: "r1") { _ in }
            let asking = Task { await FleetBench.ask(["a"], gatherer) }
            let desk = try QueueDesk(try bench.queue())
            #expect(try await eventually { try desk.report().pending == 1 })
            asking.cancel()
            #expect(await asking.value == ["a": "failed"])
            #expect(try desk.report().pending == 1)
            gatherer.close(isComplete: false)
        }
    }
}

/// Servers that come and go.
struct QueueClusterTests {
    @Test func `a server that is killed in the middle loses nothing`() async throws {
        try await FleetBench.with(nodes: 3) { bench in
            let gatherer = try JobGatherer(try bench.queue(replicas: 3), run: "r1") { _ in }
            let (one, other) = (Machine(), Machine())
            let names = (0..<300).map { "\($0)" }
            async let firstEnd = one.work(on: try bench.queue(replicas: 3))
            async let secondEnd = other.work(on: try bench.queue(replicas: 3))
            async let statuses = FleetBench.ask(names, gatherer)
            #expect(try await eventually { one.done.withLock { $0.count } + other.done.withLock { $0.count } > 20 })
            bench.server.kill(node: 0)
            #expect(await statuses.values.count { $0 == "ready" } == names.count)
            one.end()
            other.end()
            _ = try await (firstEnd, secondEnd)
            let done = one.done.withLock { $0 } + other.done.withLock { $0 }
            #expect(Set(done).count == names.count)
            #expect(done.count < names.count + 60, "at most a few are done twice: \(done.count)")
            gatherer.close(isComplete: true)
        }
    }
}

/// What is kept on several servers.
struct QueueReplicaTests {
    @Test func `what was withdrawn before there was a queue is kept on as many servers as the queue then is`()
        async throws
    {
        try await FleetBench.with(nodes: 3) { bench in
            let made = BlockKey(digest: "ab")
            var configuration = WorkQueue.Configuration(
                access: QueueAccess(try present(QueueAddress(bench.server.url))))
            configuration.makesStreams = false
            let looking = try WorkQueue(configuration)
            let stream = "KV_" + looking.layout.withdrawn
            try FleetBlockList(looking).add([made], at: 7)
            #expect(try looking.streams.state(of: stream).replicas == 1)
            let queue = try bench.queue(replicas: 3)
            #expect(try queue.streams.state(of: stream).replicas == 3)
            #expect(try FleetBlockList(queue).contains(made))
        }
    }
}

/// Who is let in.
struct QueueAccessTests {
    private func code(_ access: QueueAccess) async -> (code: PreparationError.Code?, words: String) {
        do {
            _ = try WorkQueue(WorkQueue.Configuration(access: access))
            return (nil, "")
        } catch {
            return (error.code, error.message + (error.detail ?? ""))
        }
    }

    @Test func `without a server it is told which one does not answer`() async throws {
        let (code, words) = await code(QueueAccess(try #require(QueueAddress("nats://u:hidden@127.0.0.1:1"))))
        #expect(code == .queueUnreachable && words.contains("127.0.0.1:1") && !words.contains("hidden"))
    }

    @Test(arguments: [
        ("user: alice, password: secret", "alice:secret@", "alice:hidden@"),
        ("token: secret", "secret@", "hidden@"),
    ])
    func `user and password, or a token, must be right`(line: String, right: String, wrong: String) async throws {
        try await TemporaryFolder.with { folder in
            let access = QueueServer.Access(lines: "authorization { \(line) }", credentials: right)
            // The test's own client needs no other way in: the server says itself when it is ready.
            try await QueueServer.serving(access, in: folder) { server in
                #expect(await code(QueueAccess(try present(QueueAddress(server.url)))).code == nil)
                let (code, words) = await code(
                    QueueAccess(try present(QueueAddress("nats://\(wrong)127.0.0.1:\(server.port(of: 0))"))))
                #expect(code == .queueDenied && !words.contains("hidden"), "\(words)")
            }
        }
    }

    @Test func `who only looks at a queue does not make it`() async throws {
        try await FleetBench.with { bench in
            var configuration = WorkQueue.Configuration(
                access: QueueAccess(try present(QueueAddress(bench.server.url))))
            configuration.makesStreams = false
            let looking = configuration
            #expect(await problemCode { _ = try QueueDesk(try WorkQueue(looking)).report() } == .queueFailed)
            _ = try bench.queue()
            #expect(try QueueDesk(try WorkQueue(looking)).report().pending == 0)
        }
    }

    @Test(arguments: ["creds", "ca"]) func `a file that is not there is told by its name`(which: String) async throws {
        var access = QueueAccess(try #require(QueueAddress("nats://127.0.0.1:1")))
        if which == "ca" { access.caFile = "/nowhere/ca.pem" } else { access.credentials = "/nowhere/push.creds" }
        let (code, words) = await code(access)
        #expect(code == .queueDenied && words.contains("/nowhere/"), "\(words)")
    }

    @Test func `a credentials file opens the door, and another does not`() async throws {
        try await TemporaryFolder.with { folder in
            let lines = try CredentialKit.make(in: folder, credentials: folder + "/push.creds")
            try FileManager.default.createDirectory(atPath: folder + "/other", withIntermediateDirectories: true)
            _ = try CredentialKit.make(in: folder + "/other", credentials: folder + "/other/push.creds")
            try await QueueServer.serving(QueueServer.Access(lines: lines), in: folder) { server in
                var access = QueueAccess(try present(QueueAddress(server.url)))
                #expect(await code(access).code == .queueDenied)
                access.credentials = folder + "/other/push.creds"
                #expect(await code(access).code == .queueDenied)
                access.credentials = folder + "/push.creds"
                let (code, words) = await code(access)
                #expect(code == nil, "\(words)")
            }
        }
    }

    @Test func `more replicas than servers are refused with the server's reason`() async throws {
        try await FleetBench.with { bench in
            #expect(await problemCode { _ = try bench.queue(replicas: 3) } == .queueFailed)
        }
    }

    @Test func `servers without JetStream are of no use`() async throws {
        try await TemporaryFolder.with { folder in
            let access = QueueServer.Access(
                lines: "accounts { A { users: [{user: a, password: a}] } }", credentials: "a:a@")
            try await QueueServer.serving(access, in: folder) { server in
                let address = QueueAccess(try present(QueueAddress(server.url)))
                let (code, words) = await code(address)
                #expect(code == .queueDenied, "\(words)")
                var looking = WorkQueue.Configuration(access: address)
                looking.makesStreams = false
                let queue = try WorkQueue(looking)
                #expect(await problemCode { _ = try FleetIndex(queue, life: .seconds(60)) } == .queueDenied)
                #expect(await problemCode { _ = try QueueDesk(queue) } == .queueDenied)
            }
        }
    }

    @Test func `under TLS the server shows a certificate, and asks for one`() async throws {
        try await TemporaryFolder.with { folder in
            try CertificateKit.make(in: folder)
            let access = QueueServer.Access(
                lines: """
                    tls { cert_file: "\(folder)/server.pem", key_file: "\(folder)/server.key"
                          ca_file: "\(folder)/ca.pem", verify: true }
                    """, scheme: "tls")
            try await QueueServer.serving(access, in: folder) { server in
                var access = QueueAccess(try present(QueueAddress(server.url)))
                #expect(await code(access).code == .queueDenied, "an unknown root")
                access.caFile = folder + "/ca.pem"
                #expect(await code(access).code != nil, "no certificate of ours")
                access.certificate = folder + "/client.pem"
                access.key = folder + "/client.key"
                let (code, words) = await code(access)
                #expect(code == nil, "\(words)")
                let other = server.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
                access.address = try present(QueueAddress(other))
                #expect(await self.code(access).code == .queueDenied, "another name than the certificate's")
            }
        }
    }
}
