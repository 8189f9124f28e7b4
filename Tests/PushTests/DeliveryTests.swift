internal import Testing

@testable internal import Push

struct DeliveryTests {
    struct Row: Sendable {
        let aps: String
        let rest: String
        let type: PushType?
        var priority: Int?
        var topic: String?
        let faults: [String]
    }

    private static let media = #","media":[{"url":"https://a.example/x.jpg"}]"#
    private static let mutable = #""alert":"a","mutable-content":1"#
    private static let activity = #""timestamp":1788220800,"event":"update","content-state":{"a":1}"#

    private static let starting = #""timestamp":1788220800,"event":"start","content-state":{"a":1}"#

    @Test(arguments: [
        // Background pushes.
        Row(aps: #""content-available":1"#, rest: "", type: .background, priority: 5, faults: []),
        Row(
            aps: #""content-available":1"#, rest: "", type: .background, priority: 10,
            faults: ["priority-mismatch /aps"]),
        Row(
            aps: #""content-available":1,"alert":"a","sound":"x","badge":1"#, rest: "", type: .background,
            faults: [
                "background-with-alert /aps/alert", "background-with-alert /aps/badge",
                "background-with-alert /aps/sound",
            ]),
        Row(aps: "", rest: "", type: .background, faults: ["type-mismatch /aps/content-available"]),
        Row(
            aps: #""content-available":1,"mutable-content":1"#, rest: media, type: .background,
            faults: ["type-mismatch /aps"]),
        Row(aps: #""content-available":1,"alert":"a""#, rest: "", type: .alert, priority: 10, faults: []),
        // Alerts.
        Row(aps: mutable, rest: media, type: .alert, priority: 5, faults: []),
        Row(aps: mutable, rest: media, type: .alert, priority: 1, faults: []),
        Row(aps: mutable, rest: media, type: .alert, priority: 7, faults: ["priority-mismatch /aps"]),
        Row(aps: #""content-available":1"#, rest: "", type: .alert, faults: ["type-mismatch /aps"]),
        Row(
            aps: mutable + "," + activity, rest: "", type: .alert,
            faults: ["type-mismatch /aps/timestamp", "type-mismatch /aps/event", "type-mismatch /aps/content-state"]),
        // Others show no media.
        Row(aps: mutable, rest: media, type: .voip, faults: ["type-mismatch /aps"]),
        Row(aps: activity + "," + mutable, rest: media, type: .liveactivity, faults: ["type-mismatch /aps"]),
        Row(aps: activity, rest: "", type: .liveactivity, faults: []),
        Row(
            aps: #""event":"end""#, rest: "", type: .liveactivity,
            faults: ["type-mismatch /aps/timestamp", "type-mismatch /aps/content-state"]),
        Row(
            aps: starting, rest: "", type: .liveactivity,
            faults: [
                "type-mismatch /aps/attributes-type", "type-mismatch /aps/attributes", "alert-missing /aps/alert",
            ]),
        Row(
            aps: starting + #","attributes-type":"A","attributes":{},"alert":{"title":"t"}"#, rest: "",
            type: .liveactivity, faults: []),
        Row(aps: activity, rest: "", type: nil, faults: []),
        // Topics.
        Row(aps: #""alert":"a""#, rest: "", type: .alert, topic: "com.example.app", faults: []),
        Row(aps: #""alert":"a""#, rest: "", type: .alert, topic: "com.example.app.voip", faults: ["topic-mismatch "]),
        Row(aps: "", rest: "", type: .voip, topic: "com.example.app.voip", faults: []),
        Row(aps: "", rest: "", type: .voip, topic: "com.example.app", faults: ["topic-mismatch "]),
    ])
    func `payload and delivery agree, or it is told where not`(row: Row) {
        let report = Samples.lint("{\"aps\":{\(row.aps)}\(row.rest)}") { linter in
            linter.delivery.type = row.type
            linter.delivery.priority = row.priority
            linter.delivery.topic = row.topic
        }
        #expect(report.faults.map { "\($0.rule.rawValue) \($0.place)" } == row.faults)
    }

    private static let day = 86_400

    @Test(
        arguments: [
            // Said by the payload itself, with and without apns-expiration.
            ("x.jpg", Samples.now + 31 * day, Int?.none, true),
            ("x.jpg", Samples.now + 29 * day, nil, false),
            ("x.jpg", Samples.now + 29 * day, Samples.now + 28 * day, true),
            ("x.jpg", Samples.now + 29 * day, Samples.now + 30 * day, false),
            ("x.jpg", Samples.now + 60, 0, true),
            ("x.jpg", Samples.now - 60, 0, false),
            // Signed by the hosts of S3, Google, CloudFront and Azure; the first two for seven days from the 1st of September.
            (
                "x.jpg?X-Amz-Date=20260901T000000Z&X-Amz-Expires=604800&X-Amz-Signature=0", nil, Samples.now + 6 * day,
                true
            ),
            ("x.jpg?X-Amz-Date=20260901T000000Z&X-Amz-Expires=604800&X-Amz-Signature=0", nil, nil, false),
            ("x.jpg?X-Goog-Date=20260901T000000Z&X-Goog-Expires=604800", nil, Samples.now + 8 * day, false),
            ("x.jpg?Expires=1788220700&Signature=0", nil, 0, false),
            ("x.jpg?Expires=1788220900&Signature=0", nil, 0, true),
            ("x.jpg?expires=3600", nil, nil, true),
            ("x.jpg?se=2026-09-02T00%3A00%3A00Z&sig=0", nil, Samples.now + 2 * day, false),
            ("x.jpg?se=2026-09-02T00:00:00Z&sig=0", nil, Samples.now + day, true),
            ("x.jpg?X-Amz-Date=20260901T000000Z&X-Amz-Expires=9223372036854775807", nil, nil, true),
            ("x.jpg?X-Amz-Date=20260901T000000Z&X-Amz-Expires=-9223372036854775808", nil, nil, false),
            ("x.jpg", .min, .max, false), ("x.jpg", .max, .max, true), ("x.jpg", 0, .min, true),
        ] as [(String, Int?, Int?, Bool)])
    func `media outlives the push`(url: String, expires: Int?, expiration: Int?, isGood: Bool) {
        let media = "{\"url\":\"https://a.example/\(url)\"" + (expires.map { ",\"expires\":\($0)" } ?? "") + "}"
        let report = Samples.lint("{\"aps\":{\(Self.mutable)},\"media\":[\(media)]}") {
            $0.delivery.expiration = expiration
        }
        #expect(report.faults.map(\.rule) == (isGood ? [] : [.urlExpires]))
    }
}
