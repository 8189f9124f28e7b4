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
        (
            ["batch", "x", "--out", "y", "--queue-tries", "9"],
            "affix batch takes no --queue-tries: it is for affix consume"
        ),
        (["queue", "--queue", "nats://a", "--queue-wait", "9s"], "it is for affix batch or consume"),
        (["batch", "x", "--out", "y", "--queue-window", "9"], "--queue-window means nothing without --queue"),
        (["serve", "--queue-name", "a"], "--queue-name means nothing without --queue"),
        (
            ["batch", "x", "--out", "y", "--queue", "nats://a", "--base-url", "https://b"],
            "--base-url means nothing with --queue: the machines do the work, so say it to affix consume"
        ),
        (["batch", "x", "--out", "y", "--queue", "nats://a", "--shelf", "s"], "--shelf means nothing with --queue"),
        (["withdraw", "--list", "--undo"], "--undo means nothing with --list"),
    ])
    func `a wrong command line is told what is wrong`(words: [String], part: String) async {
        let recorder = RecordingConsole()
        #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words) == .usage)
        #expect(recorder.error.contains(part), "\(recorder.error)")
    }

    @Test func `what a file or the environment says may be meant for other calls`() async {
        let recorder = RecordingConsole(environment: ["AFFIX_QUEUE_WINDOW": "9", "AFFIX_QUEUE_TRIES": "9"])
        #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(["collect"]) == .ready)
        #expect(recorder.error.isEmpty)
    }

    @Test(arguments: SettingsTable.ofMachines + SettingsTable.ofDrawing)
    func `what the machines do is a setting of theirs, and of a batch that has none`(name: String) throws {
        let setting = try #require(SettingsTable[name])
        #expect(setting.commands.isSuperset(of: [.batch, .consume]))
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
