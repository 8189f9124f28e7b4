internal import Testing

@testable internal import Push

/// Every mistake has a row, and so has what looks like one and is none.
struct LinterTests {
    /// A document with its faults as `rule place`.
    struct Row: Sendable, CustomTestStringConvertible {
        let document: String
        let faults: [String]
        var testDescription: String { document }

        init(_ document: String, _ faults: String...) {
            self.document = document
            self.faults = faults
        }
    }

    private static let alert = #""alert":{"title":"t"}"#
    private static let media = #""media":[{"url":"https://a.example/x.jpg"}]"#

    /// A payload with media that is as it should be but for what is put into it.
    private static func row(aps: String = alert + #","mutable-content":1"#, _ rest: String, _ faults: [String]) -> Row {
        Row(document: "{\"aps\":{\(aps)},\(rest)}", faults: faults)
    }

    static let documents = [
        Row("", "not-json "),
        Row("[1]", "not-json "),
        Row(#"{"aps":{"alert":"x"}"#, "not-json "),
        Row(#"{"aps":{"alert":"\ud800"}}"#, "not-utf8 /aps/alert"),
        Row(#"{"aps":{"alert":"a"},"aps":{"alert":"b"}}"#, "duplicate-key /aps"),
        Row(#"{"aps":{"alert":"a","badge":1,"badge":2}}"#, "duplicate-key /aps/badge"),
        Row(#"{"alert":"x"}"#, "aps-missing /aps"),
        Row(#"{"aps":"x"}"#, "aps-missing /aps"),
        Row(#"{"aps":{}}"#),
        Row(#"{"aps":{"alert":"x"}}"#),
        Row(#"{"aps":{"alert":"x"},"n":[1e999]}"#, "not-allowed /n/0"),
        Row(#"{"aps":{"badge":1e999}}"#, "not-allowed /aps/badge"),
    ]

    static let dictionaries = [
        // Numbers as texts, and other forms.
        Row(#"{"aps":{"badge":"1"}}"#, "number-as-text /aps/badge"),
        Row(#"{"aps":{"badge":1.5}}"#, "not-allowed /aps/badge"),
        Row(#"{"aps":{"badge":-1}}"#, "not-allowed /aps/badge"),
        Row(#"{"aps":{"badge":true}}"#, "wrong-form /aps/badge"),
        Row(#"{"aps":{"badge":0,"sound":"default"}}"#),
        Row(#"{"aps":{"alert":"a","relevance-score":"0.5"}}"#, "number-as-text /aps/relevance-score"),
        Row(#"{"aps":{"alert":"a","relevance-score":1.5}}"#, "not-allowed /aps/relevance-score"),
        Row(#"{"aps":{"alert":"a","interruption-level":"urgent"}}"#, "not-allowed /aps/interruption-level"),
        Row(#"{"aps":{"alert":"a","interruption-level":"critical"}}"#, "not-allowed /aps/sound"),
        Row(
            #"{"aps":{"alert":"a","interruption-level":"critical","sound":{"critical":1,"name":"x.caf","volume":0.5}}}"#
        ),
        Row(
            #"{"aps":{"alert":"a","sound":{"critical":"1","name":"x.caf","volume":2}}}"#,
            "number-as-text /aps/sound/critical", "not-allowed /aps/sound/volume"),
        Row(#"{"aps":{"alert":"a","sound":{"volume":1}}}"#, "wrong-form /aps/sound"),
        Row(#"{"aps":{"alert":5}}"#, "wrong-form /aps/alert"),
        Row(
            #"{"aps":{"alert":{"title":5,"loc-args":["a",1]}}}"#,
            "wrong-form /aps/alert/title", "wrong-form /aps/alert/loc-args"),
        Row(#"{"aps":{"content-available":"1"}}"#, "number-as-text /aps/content-available"),
        Row(#"{"aps":{"content-available":true}}"#, "wrong-form /aps/content-available"),
        Row(#"{"aps":{"alert":"a","content-available":0}}"#),
        // What does not belong there.
        Row(#"{"aps":{"alert":"a","order":1}}"#, "unknown-in-aps /aps/order"),
        Row(#"{"aps":{"alert":{"title":"a","text":"b"}}}"#, "unknown-in-aps /aps/alert/text"),
        Row(#"{"aps":{"alert":"a","image":"https://a.example/x.jpg"}}"#, "media-in-aps /aps/image"),
        Row(
            #"{"aps":{"alert":{"title":"a","media-url":"https://a.example/x.jpg"}}}"#,
            "media-in-aps /aps/alert/media-url"),
        // mutable-content.
        row(aps: alert, media, ["mutable-content-missing /aps/mutable-content"]),
        row(aps: alert + #","mutable-content":"1""#, media, ["mutable-content-wrong /aps/mutable-content"]),
        row(aps: alert + #","mutable-content":"true""#, media, ["mutable-content-wrong /aps/mutable-content"]),
        row(aps: alert + #","mutable-content":true"#, media, ["mutable-content-wrong /aps/mutable-content"]),
        row(aps: alert + #","mutable-content":0"#, media, ["mutable-content-wrong /aps/mutable-content"]),
        row(
            aps: alert, #""mutable-content":1,"# + media,
            ["mutable-content-misplaced /mutable-content", "mutable-content-missing /aps/mutable-content"]),
        Row(
            #"{"aps":{"alert":{"title":"a","mutable-content":1}}}"#,
            "mutable-content-misplaced /aps/alert/mutable-content"),
        row(aps: #""mutable-content":1,"sound":"default""#, media, ["alert-missing /aps/alert"]),
        row(aps: #""mutable-content":1,"alert":"""#, media, ["alert-missing /aps/alert"]),
        row(aps: #""mutable-content":1,"alert":{"loc-key":"K"}"#, media, []),
        // Sealed content needs the extension too.
        row(aps: alert, #""sealed":{"v":1}"#, ["mutable-content-missing /aps/mutable-content"]),
    ]

    static let addresses =
        [
            row(media, []),
            row(#""fcm_options":{"image":"http://a.example/x.jpg"}"#, ["http-url /fcm_options/image"]),
            row(#""fcm_options":{"image":"file:///x.jpg"}"#, ["url-invalid /fcm_options/image"]),
            row(#""fcm_options":{"image":"x.jpg"}"#, ["url-invalid /fcm_options/image"]),
            row(#""fcm_options":{"image":"https://a.example/a b.jpg"}"#, ["url-invalid /fcm_options/image"]),
            row(#""fcm_options":{"image":"https:///x.jpg"}"#, ["url-invalid /fcm_options/image"]),
            row(#""fcm_options":{"image":""}"#, ["media-empty /fcm_options/image"]),
            row(#""fcm_options":{"image":null}"#, ["media-empty /fcm_options/image"]),
            row(#""attachment":"https://a.example/x.webp""#, ["extension-unknown /attachment"]),
            row(#""attachment":"https://a.example/x""#, ["extension-unknown /attachment"]),
            row(#""attachment":"https://a.example/x.JPEG?v=2""#, []),
            row(#""ab":{"att":{"url":"https://a.example/x.png","type":"jpg"}}"#, ["extension-lies /ab/att/type"]),
            row(#""ab":{"att":{"url":"https://a.example/x.jpeg","type":"jpg"}}"#, []),
            row(#""ct_mediaUrl":"https://a.example/x.mp4","ct_mediaType":"image""#, ["extension-lies /ct_mediaType"]),
            row(#""ct_mediaUrl":"https://a.example/x.mp4","ct_mediaType":"video""#, []),
            row(#""attachment":{"url":"https://a.example/x.gif","content-type":"com.compuserve.gif"}"#, []),
            row(
                #""media":[{"url":"https://a.example/x.jpg","uti":"public.png","ext":"gif"}]"#,
                ["extension-lies /media/0/uti", "extension-lies /media/0/ext"]),
            row(#""attachment":"https://a.example/x.jpg?filename=y.png""#, ["misleading-query /attachment"]),
            row(#""attachment":"https://a.example/x.jpg?src=photo.webp.mp4""#, ["misleading-query /attachment"]),
            row(#""attachment":"https://a.example/x.jpg?v=1.2""#, []),
            // Where other clients look, and names that suggest media.
            row(#""att":{"id1":"http://a.example/x.jpg"}"#, ["http-url /att/id1"]),
            row(#""os_data":{"att":{"id1":"http://a.example/x.jpg"}}"#, ["http-url /os_data/att/id1"]),
            row(
                #""com.urbanairship.media_attachment":{"url":["http://a.example/x.jpg"]}"#,
                ["http-url /com.urbanairship.media_attachment/url/0"]),
            row(#""at":{"time":"12:00"},"att":{"id1":"none"}"#, []),
            row(#""mediaUrl":"http://a.example/x.jpg""#, ["http-url /mediaUrl"]),
            row(#""data":{"video_link":"http://a.example/x.mp4"}"#, ["http-url /data/video_link"]),
            row(#""images":["http://a.example/x.jpg"]"#, ["http-url /images/0"]),
            row(#""mediaType":"image","image_id":"4711""#, []),
            // A URL that a tap opens is no media where something else is.
            row(media + #","url":"https://shop.example/roses""#, []),
            row(#""url":"https://shop.example/roses""#, []),
            row(#""url":"https://shop.example/roses.html""#, []),
            row(#""url":"https://shop.example/roses.webp""#, ["extension-unknown /url"]),
            // Hosts that a phone does not reach, and what else keeps it from the file.
            row(#""attachment":"https://user:pw@a.example/x.jpg""#, ["url-invalid /attachment"]),
            row(#""attachment":"https://a.example:99999/x.jpg""#, ["url-invalid /attachment"]),
            row(#""attachment":"https://a.example:0/x.jpg""#, ["url-invalid /attachment"]),
            row(#""attachment":"https://a.example:8x/x.jpg""#, ["url-invalid /attachment"]),
            row(#""attachment":"https://a.example:8443/x@2.jpg""#, []),
            row(#""attachment":"https://[2001:db8::1]:8443/x.jpg""#, []),
            row(#""attachment":"https://172.32.0.1/x.jpg""#, []),
        ]
        + [
            "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "localhost",
            "media.localhost", "LOCALHOST:8080", "[::1]", "[fe80::1]", "[fd00::1]:8443", "[::ffff:127.0.0.1]",
        ]
        .map { row("\"attachment\":\"https://\($0)/x.jpg\"", ["url-invalid /attachment"]) }

    static let apple = [
        // Safari's, and what older systems take.
        Row(#"{"aps":{"alert":{"title":"a","body":"b","action":"View"},"url-args":["roses"]}}"#),
        Row(#"{"aps":{"alert":{"body":"b","summary-arg":"Shop","summary-arg-count":2}}}"#),
        Row(#"{"aps":{"alert":"a","url-args":"roses"}}"#, "wrong-form /aps/url-args"),
    ]

    @Test(arguments: documents + dictionaries + addresses + apple) func `a payload has these faults and no others`(
        row: Row
    ) {
        let report = Samples.lint(row.document)
        #expect(report.faults.map { "\($0.rule.rawValue) \($0.place)" } == row.faults)
    }

    @Test func `bytes that are no UTF-8 are told with the text in which they stand`() {
        let document = Array(#"{"aps":{"alert":{"body":""#.utf8) + [0xC3, 0x28] + Array(#""}}}"#.utf8)
        let faults = PayloadLinter(now: 0).report(on: document).faults
        #expect(faults.map(\.rule) == [.notUTF8] && faults.map(\.place) == [JSONPointer("/aps/alert/body")])
    }

    @Test(arguments: [
        (4_096, PushType?.none, false, true), (4_097, nil, false, false), (4_097, .voip, false, true),
        (5_120, .voip, false, true), (5_121, .voip, false, false), (5_120, nil, true, true), (5_121, nil, true, false),
    ])
    func `the limit holds to the byte, and a line end is not counted`(
        size: Int, type: PushType?, isBroadcast: Bool, fits: Bool
    ) {
        let frame = #"{"aps":{"alert":""}}"#
        let document = #"{"aps":{"alert":""# + String(repeating: "a", count: size - frame.utf8.count) + "\"}}\n"
        let report = Samples.lint(document) { linter in
            linter.delivery.type = type
            linter.delivery.isBroadcast = isBroadcast
        }
        #expect(report.size == size)
        #expect(!report.faults.contains { $0.rule == .tooLarge } == fits)
    }

    @Test func `characters are counted by their bytes`() {
        let document = #"{"aps":{"alert":""# + String(repeating: "ü", count: 2_050) + #""}}"#
        #expect(Samples.lint(document).faults.map(\.rule) == [.tooLarge])
    }

    @Test func `every rule has a cure`() {
        for rule in PayloadFault.Rule.allCases { #expect(!rule.cure.isEmpty && !rule.cure.hasSuffix(".")) }
    }
}

extension LinterTests.Row {
    fileprivate init(document: String, faults: [String]) {
        self.document = document
        self.faults = faults
    }
}
