internal import AttachmentModel
internal import FoundationEssentials
internal import Testing

@testable internal import Push

/// The payload of each preset is compared with a stored one; run with `RECORD_SNAPSHOTS=1` to store what they are now.
struct PresetTests {
    private static let media: [(String, PushMedia)] = [
        ("picture", Samples.picture), ("banner", Samples.banner), ("movie", Samples.movie),
    ]

    @Test(arguments: PayloadPreset.known) func `the payload of a preset reads as it was reviewed`(
        preset: PayloadPreset
    ) throws {
        let lines = try Self.media.map { _, media in
            try Payload(composing: Samples.message(media, [preset]), now: Samples.now).json + "\n"
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Snapshots/\(preset.name).jsonl")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try lines.joined().write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == lines.joined())
    }

    @Test(arguments: PayloadPreset.known) func `a preset's payload has no fault, and its media is found again`(
        preset: PayloadPreset
    ) throws {
        for (_, media) in Self.media {
            let payload = try Payload(composing: Samples.message(media, [preset]), now: Samples.now)
            let report = Samples.lint(payload.json)
            #expect(report.faults == [])
            #expect(report.media.map(\.url).contains(media.main.url))
        }
    }

    @Test(arguments: PayloadPreset.known) func `without media no name of a preset is left, even of a template`(
        preset: PayloadPreset
    ) throws {
        let full = try Payload(composing: Samples.message(Samples.picture, [preset]), now: Samples.now)
        var message = try PushMessage(merging: full.value)
        message.presets = [preset]
        message.aps.isMutable = false
        let json = try Payload(composing: message, now: Samples.now).json
        #expect(json == #"{"aps":{"alert":{"title":"New in your basket","body":"Six roses, ready to be sent."}}}"#)
    }

    @Test func `several presets stand beside each other`() throws {
        let presets = ["fcm", "braze", "native"].map(Samples.preset)
        let payload = try Payload(composing: Samples.message(Samples.picture, presets), now: Samples.now)
        #expect(payload.value.members?.map(\.key) == ["aps", "fcm_options", "ab", "media"])
    }

    @Test func `data of the template beside the media stays`() throws {
        let base = #"{"aps":{"alert":"Hi"},"fcm_options":{"analytics_label":"x","image":"https://old.example/a.jpg"}}"#
        var message = try PushMessage(merging: try JSONValue(strictly: Array(base.utf8)))
        message.media = Samples.picture
        message.presets = [Samples.preset("fcm")]
        let options = try Payload(composing: message, now: Samples.now).value["fcm_options"]
        #expect(options?.json == #"{"analytics_label":"x","image":"https://cdn.example.com/push/aa11.jpg"}"#)
    }

    @Test(arguments: [
        [("/aps/image", MediaValue.url)], [("image", .url)], [("", .url)], [("/type", .kind)], [("/sealed/x", .url)],
        [("/a", .url), ("/a/b", .width)], [("/a/b", .width), ("/a", .url)], [("/a", .url), ("/a", .kind)],
        [("/a/-/url", .url), ("/a/b", .width)],
    ])
    func `a preset of one's own that cannot work is refused`(fields: [(String, MediaValue)]) {
        let problem = #expect(throws: PreparationError.self) { try PayloadPreset("ours", fields) }
        #expect(problem?.code == .configurationInvalid)
    }

    @Test(arguments: [(["pushwoosh", "home-assistant"], false), (["fcm", "braze"], true), (["fcm", "fcm"], true)])
    func `presets that overwrite each other are not used together`(names: [String], areFine: Bool) throws {
        let presets = names.map(Samples.preset)
        let message = Samples.message(Samples.picture, presets)
        for attempt in [
            { try PayloadPreset.prove(together: presets) },
            { _ = try Payload(composing: message, now: Samples.now) },
        ] {
            guard !areFine else {
                #expect(throws: Never.self) { try attempt() }
                continue
            }
            let problem = #expect(throws: PreparationError.self) { try attempt() }
            #expect(problem?.code == .configurationInvalid && problem?.message.contains("/attachment/url") == true)
        }
    }

    @Test func `a preset of one's own says whatever can be said`() throws {
        let fields = MediaValue.allCases.map { ("/m/\($0.rawValue)", $0) }
        let preset = try PayloadPreset("ours", fields)
        let payload = try Payload(composing: Samples.message(Samples.banner, [preset]), now: Samples.now)
        #expect(
            payload.value["m"]?.json == """
                {"url":"https://cdn.example.com/push/bb22.png","kind":"png","family":"image","mime":"image/png",\
                "uti":"public.png","extension":"png","bytes":61393,"digest":"bb22","size":[1024,512],"width":1024,\
                "height":512,"clip":[0.25,0,0.5,1],"crop":{"x":0.25,"y":0,"width":0.5,"height":1},"expires":1791244800}
                """)
    }
}
