internal import AttachmentModel
internal import Testing

@testable internal import Push

struct ComposingTests {
    @Test func `everything that Apple defines is written in its form`() throws {
        var message = PushMessage()
        var alert = APS.Alert(title: "t", subtitle: "s", body: "b")
        alert.launchImage = "l"
        (alert.action, alert.summaryArgument, alert.summaryCount) = ("A", "S", 2)
        (alert.titleKey, alert.titleArguments) = ("TK", ["1"])
        (alert.subtitleKey, alert.subtitleArguments) = ("SK", ["2"])
        (alert.bodyKey, alert.bodyArguments) = ("BK", ["3", "4"])
        message.aps.alert = alert
        message.aps.badge = 0
        message.aps.sound = .critical(name: "x.caf", volume: 0.5)
        message.aps.threadID = "th"
        message.aps.category = "c"
        message.aps.isContentAvailable = true
        message.aps.targetContentID = "w"
        message.aps.interruptionLevel = .timeSensitive
        message.aps.relevanceScore = 0.25
        message.aps.filterCriteria = "f"
        message.aps.urlArguments = ["u"]
        let text = try Payload(composing: message, now: 0).json
        #expect(
            text == """
                {"aps":{"alert":{"title":"t","title-loc-key":"TK","title-loc-args":["1"],"subtitle":"s",\
                "subtitle-loc-key":"SK","subtitle-loc-args":["2"],"body":"b","loc-key":"BK","loc-args":["3","4"],\
                "launch-image":"l","action":"A","summary-arg":"S","summary-arg-count":2},"badge":0,"sound":{"critical":1,"name":"x.caf","volume":0.5},"thread-id":"th",\
                "category":"c","content-available":1,"target-content-id":"w","interruption-level":"time-sensitive",\
                "relevance-score":0.25,"filter-criteria":"f","url-args":["u"]}}
                """)
        let again = try PushMessage(merging: try JSONValue(strictly: Array(text.utf8)))
        #expect(again.aps == message.aps)
    }

    @Test func `an update of a Live Activity is read and written`() throws {
        let text =
            #"{"aps":{"alert":{"title":"t"},"timestamp":1,"event":"start","content-state":{"a":1},"stale-date":2,"dismissal-date":3,"#
            + #""attributes-type":"A","attributes":{"b":[]}}}"#
        var message = try PushMessage(merging: try JSONValue(strictly: Array(text.utf8)))
        message.delivery.type = .liveactivity
        #expect(try Payload(composing: message, now: 0).json == text)
        message.media = Samples.picture
        #expect(
            #expect(throws: PreparationError.self) { try Payload(composing: message, now: 0) }?.code == .payloadInvalid)
    }

    @Test(arguments: [
        #"{"aps":{"alert":"Hi","mutable-content":"true"}}"#, #"{"aps":{"alert":"Hi"},"mutable-content":1}"#,
        #"{"aps":{"alert":"Hi","mutable-content":true}}"#, #"{"aps":{"alert":"Hi","mutable-content":1}}"#,
        #"{"aps":{"alert":"Hi","mutable-content":0},"mutable-content":"1"}"#,
    ])
    func `mutable-content of a template becomes the number 1 in aps`(template: String) throws {
        let message = try PushMessage(merging: try JSONValue(strictly: Array(template.utf8)))
        #expect(
            try Payload(composing: message, now: 0).json == #"{"aps":{"alert":{"body":"Hi"},"mutable-content":1}}"#)
    }

    @Test(arguments: [
        "[]", #"{"aps":5}"#, #"{"aps":{"alert":"a","badge":"1"}}"#, #"{"aps":{"alert":"a","image":"x"}}"#,
        #"{"aps":{"alert":"a"},"sealed":{}}"#,
    ])
    func `a template that iOS would not read as it is meant is refused`(template: String) throws {
        let value = try JSONValue(strictly: Array(template.utf8))
        let problem = #expect(throws: PreparationError.self) { try PushMessage(merging: value) }
        #expect(problem?.code == .payloadInvalid)
    }

    @Test func `media that no phone can fetch is refused, http only where it is allowed`() throws {
        var media = Samples.picture
        media.main.url = "file:///srv/a.jpg"
        #expect(throws: PreparationError.self) { try Payload(composing: Samples.message(media), now: Samples.now) }
        media.main.url = "http://a.example/a.jpg"
        #expect(throws: PreparationError.self) { try Payload(composing: Samples.message(media), now: Samples.now) }
        var message = Samples.message(media)
        message.allowsHTTP = true
        #expect(throws: Never.self) { try Payload(composing: message, now: Samples.now) }
    }

    @Test func `media without a text to show, or gone before the push, is refused`() throws {
        var message = Samples.message()
        message.aps.alert = nil
        let problem = #expect(throws: PreparationError.self) { try Payload(composing: message, now: Samples.now) }
        #expect(problem?.message.contains("alert-missing") == true)
        // Whatever the shape says: this one does not carry the date.
        let late = Samples.message(Samples.picture, [Samples.preset("fcm")])
        #expect(throws: PreparationError.self) { try Payload(composing: late, now: Samples.now + 6 * 86_400) }
    }

    @Test(arguments: [Samples.picture, nil]) func `a link of the sender's own is not taken for media`(
        media: PushMedia?
    ) throws {
        var message = Samples.message(media)
        message.aps.isMutable = true
        message.custom = [.init("url", .string("https://shop.example/roses"))]
        #expect(throws: Never.self) { try Payload(composing: message, now: Samples.now) }
    }

    @Test(arguments: [
        #""attachment":"http://old.example/z.jpg""#, #""mediaUrl":"https://old.example/z.webp""#,
        #""images":["http://old.example/z.jpg"]"#, #""attachment":null"#,
    ])
    func `what a check would find in a template is not handed out`(rest: String) throws {
        let template = try JSONValue(strictly: Array("{\"aps\":{\"alert\":\"a\"},\(rest)}".utf8))
        var message = try PushMessage(merging: template)
        message.media = Samples.picture
        let problem = #expect(throws: PreparationError.self) { try Payload(composing: message, now: Samples.now) }
        #expect(problem?.code == .payloadInvalid)
        let member = try #require(template.members?.last).key
        #expect(problem?.message.contains("at /\(member)") == true)
    }

    @Test func `a text that goes alone shows no earlier media, in whatever shape`() throws {
        let template = try JSONValue(
            strictly: Array(
                #"""
                {"fcm_options":{"image":"https://old.example/x.jpg","analytics_label":"l"},
                "attachment":"http://old.example/z.jpg","att":{"id":"https://old.example/x.png","order":"7"},
                "media":[{"url":"https://old.example/x.jpg","uti":"public.jpeg"}],"page":7,
                "aps":{"alert":"hello","mutable-content":1}}
                """#.utf8))
        let payload = try Payload(composing: PushMessage(merging: template), now: Samples.now)
        #expect(
            payload.json
                == #"{"aps":{"alert":{"body":"hello"},"mutable-content":1},"fcm_options":{"analytics_label":"l"},"#
                + #""att":{"order":"7"},"page":7}"#)
        #expect(Samples.lint(payload.json).faults == [])
    }

    @Test func `without media there is a text, or nothing to send`() throws {
        var message = Samples.message()
        #expect(try message.withoutMedia().media == nil)
        message.aps.alert = nil
        message.aps.sound = .named("default")
        let problem = #expect(throws: PreparationError.self) { try message.withoutMedia() }
        #expect(problem?.code == .payloadInvalid && problem?.message.contains("alert-missing") == true)
        message.delivery.type = .background
        #expect(throws: Never.self) { try message.withoutMedia() }
    }

    @Test(
        arguments: [
            [.init("aps", .object([]))], [.init("a", .null), .init("a", .null)], [.init("n", .number("1,5"))],
            [.init("n", .object([.init("x", .null), .init("x", .null)]))],
        ] as [[JSONValue.Member]])
    func `data of the caller's that would not be read as it is meant is refused`(custom: [JSONValue.Member]) {
        var message = Samples.message()
        message.custom = custom
        let problem = #expect(throws: PreparationError.self) { try Payload(composing: message, now: Samples.now) }
        #expect(problem?.code == .payloadInvalid)
    }

    @Test func `the app of a simulator is named at the top, and not counted`() throws {
        var message = Samples.message(nil)
        let plain = try Payload(composing: message, now: 0)
        message.simulatorBundle = "com.example.app"
        let marked = try Payload(composing: message, now: 0)
        #expect(marked.size == plain.size)
        #expect(marked.value["Simulator Target Bundle"] == .string("com.example.app"))
    }

    @Test func `a payload over its limit names its largest parts`() {
        var message = Samples.message()
        message.aps.alert?.body = String(repeating: "x", count: 5_000)
        let problem = #expect(throws: PreparationError.self) { try Payload(composing: message, now: Samples.now) }
        #expect(problem?.code == .payloadTooLarge)
        #expect(problem?.message.contains("in bytes: /aps/alert/body 5002, /media/0/url 39") == true)
    }

    @Test(arguments: [4_096, 4_097]) func `exactly the limit is composed, a byte more is not`(size: Int) throws {
        var message = Samples.message(nil)
        message.aps.alert = APS.Alert(body: "")
        let frame = #"{"aps":{"alert":{"body":""}}}"#.utf8.count
        message.aps.alert?.body = String(repeating: "x", count: size - frame)
        if size <= 4_096 {
            #expect(try Payload(composing: message, now: 0).size == size)
        } else {
            #expect(throws: PreparationError.self) { try Payload(composing: message, now: 0) }
        }
    }
}
