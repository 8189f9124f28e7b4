internal import AttachmentModel
internal import Fleet
internal import Testing

@testable internal import Commands

struct QueueCommandTests {
    @Test(arguments: [
        ([], QueueCommand.Action.show), (["purge"], .purge), (["redrive"], .redrive(nil)),
        (["redrive", "3", "17"], .redrive([3, 17])),
    ])
    func `what is to be done is read`(words: [String], action: QueueCommand.Action) throws {
        #expect(try QueueCommand.Action(words) == action)
    }

    @Test(arguments: [
        (["queue", "burn"], "redrive or purge, not burn"), (["queue", "redrive", "x"], "x is not the number"),
        (["queue", "purge", "1"], "not purge 1"), (["queue"], "--queue nats://"), (["consume"], "--queue nats://"),
        (["consume", "a.jpg"], "takes no sources"), (["batch", "x", "--out", "y", "--queue", "http://a"], "nats://"),
        (["queue", "--queue", "nats://a", "--queue-name", "a.b"], "letters, digits"),
        (["index", "--index-store", "redis"], "sqlite or nats"),
    ])
    func `a wrong command line is told what is wrong`(words: [String], part: String) async {
        let recorder = RecordingConsole()
        #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words) == .usage)
        #expect(recorder.error.contains(part), "\(recorder.error)")
    }

    @Test func `a password in the address is not shown`() async {
        let recorder = RecordingConsole()
        let words = ["config", "--queue", "nats://user:hidden@queue.internal:4222"]
        #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words) == .ready)
        #expect(recorder.output.contains("nats://***@queue.internal:4222") && !recorder.output.contains("hidden"))
    }

    @Test func `a machine tells what it has done`() {
        var tally = ConsumerTally()
        #expect(tally.words == "0 jobs")
        tally.statuses = ["ready": 12, "refused": 3]
        (tally.putBack, tally.buried) = (2, 1)
        #expect(tally.words == "15 jobs: 12 ready, 3 refused; 2 put back; 1 dead")
    }
}
