internal import AttachmentModel
internal import Foundation
internal import Push
internal import TestSupport
internal import Testing

@testable internal import Sealing

struct SealingTests {
    private static let now = 1_788_220_800
    private static let topic = "com.example.app"

    /// Lends the sealers of two keys, `new` and `old`.
    private func withSealers<Value>(_ body: ([any Sealer]) throws -> Value) async throws -> Value {
        try await TemporaryFolder.with { folder in
            let keys = [("new", UInt8(1)), ("old", 2)].map { id, byte in
                KeySealer(SealingKey(id: id, bytes: [UInt8](repeating: byte, count: 32)), countingIn: folder)
            }
            return try body(keys)
        }
    }

    private func message(_ body: String = "Your test is negative.") -> PushMessage {
        var message = PushMessage()
        message.aps.alert = APS.Alert(title: "Laboratory", body: body)
        message.aps.badge = 2
        message.aps.threadID = "results"
        message.custom = [.init("case", .integer(4711))]
        var facts = MediaFacts(kind: .jpeg, bytes: 1_000)
        (facts.width, facts.height) = (64, 64)
        let rendition = PushMedia.Rendition(url: "https://cdn.example.com/aa.jpg", digest: "aa", facts: facts)
        message.media = PushMedia(main: rendition, expires: Self.now + 40 * 86_400)
        return message
    }

    private func sealed(_ message: PushMessage, _ sealer: any Sealer) throws -> Payload {
        let seal = PayloadSeal(sealer, topic: Self.topic, clearText: "New message")
        return try Payload(composing: message, sealedBy: seal, now: Self.now)
    }

    @Test func `what is sealed opens to what would have been sent in clear`() async throws {
        try await withSealers { sealers in
            let payload = try sealed(message(), sealers[0])
            let opened = try SealedEnvelope.open(payload.value, with: sealers, topic: Self.topic, now: Self.now)
            #expect(opened == (try Payload(composing: message(), now: Self.now)).value)
        }
    }

    @Test func `only what iOS acts on stays in clear, beside a neutral text`() async throws {
        try await withSealers { sealers in
            let payload = try sealed(message(), sealers[0])
            #expect(
                payload.value["aps"]?.json
                    == #"{"alert":{"body":"New message"},"badge":2,"thread-id":"results","mutable-content":1}"#)
            #expect(payload.value.members?.map(\.key) == ["aps", "sealed"])
            for secret in ["negative", "Laboratory", "4711", "cdn.example.com"] {
                #expect(!payload.json.contains(secret))
            }
        }
    }

    @Test func `the size is known before anything is sealed`() async throws {
        try await withSealers { sealers in
            for count in 1...200 {
                let payload = try sealed(message(String(repeating: "ü", count: count)), sealers[0])
                #expect(payload.size == payload.json.utf8.count)
            }
            var long = message(String(repeating: "ü", count: 3_000))
            #expect(throws: PreparationError.self) { try sealed(long, sealers[0]) }
            long.shortens = true
            let payload = try sealed(long, sealers[0])
            #expect(payload.size <= 4_096 && payload.size > 4_088)
            #expect(payload.shortened.map(\.description) == ["/aps/alert/body"])
        }
    }

    @Test func `no two envelopes are alike`() async throws {
        try await withSealers { sealers in
            let boxes = try (0..<200).map { _ in try sealed(message(), sealers[0]).value["sealed"]?["box"]?.text }
            #expect(Set(boxes.map { $0?.prefix(16) }).count == 200)
        }
    }

    @Test func `what was sealed before the keys were changed opens by the name of its key`() async throws {
        try await withSealers { sealers in
            let payload = try sealed(message(), sealers[1])
            #expect(throws: Never.self) {
                try SealedEnvelope.open(payload.value, with: sealers, topic: Self.topic, now: Self.now)
            }
            let problem = #expect(throws: PreparationError.self) {
                try SealedEnvelope.open(payload.value, with: [sealers[0]], topic: Self.topic, now: Self.now)
            }
            #expect(problem?.code == .payloadNotOpened && problem?.message.contains("no key named old") == true)
        }
    }

    /// What may happen to an envelope on its way, each told as `payload-not-opened`.
    private static let harm: [(name: String, change: @Sendable (JSONValue) -> JSONValue)] = [
        ("another version", { $0.with("v", .integer(2)) }),
        ("the name of another key", { $0.with("kid", .string("old")) }),
        ("a later expiry", { $0.with("exp", .integer(($0["exp"]?.wholeNumber ?? 0) + 1)) }),
        ("broken base64", { $0.with("box", .string("*" + ($0["box"]?.text ?? ""))) }),
        ("a cut tag", { $0.with("box", .string(String(($0["box"]?.text ?? "").dropLast(4)))) }),
        ("nothing left", { $0.with("box", .string("AAAA")) }),
        ("no box", { $0.with("box", .null) }),
    ]

    @Test(arguments: harm.map(\.name)) func `an envelope that was harmed does not open`(name: String) async throws {
        let change = try #require(Self.harm.first { $0.name == name }?.change)
        try await withSealers { sealers in
            let payload = try sealed(message(), sealers[0])
            let envelope = try #require(payload.value["sealed"])
            let harmed = payload.value.with("sealed", change(envelope))
            let problem = #expect(throws: PreparationError.self) {
                try SealedEnvelope.open(harmed, with: sealers, topic: Self.topic, now: Self.now)
            }
            #expect(problem?.code == .payloadNotOpened)
        }
    }

    @Test func `an envelope opens in its app and in its time alone`() async throws {
        try await withSealers { sealers in
            var message = message()
            message.delivery.expiration = Self.now + 60
            let payload = try sealed(message, sealers[0])
            let grace = 3_600
            #expect(throws: Never.self) {
                try SealedEnvelope.open(
                    payload.value, with: sealers, topic: Self.topic, now: Self.now + 60 + grace)
            }
            for (topic, now) in [("com.example.other", Self.now), (Self.topic, Self.now + 61 + grace)] {
                #expect(throws: PreparationError.self) {
                    try SealedEnvelope.open(payload.value, with: sealers, topic: topic, now: now)
                }
            }
        }
    }

    @Test func `what is not sealed is told so`() async throws {
        try await withSealers { sealers in
            let payload = try Payload(composing: message(), now: Self.now)
            let problem = #expect(throws: PreparationError.self) {
                try SealedEnvelope.open(payload.value, with: sealers, topic: Self.topic, now: Self.now)
            }
            #expect(problem?.message.contains("not sealed") == true)
        }
    }
}

extension JSONValue {
    /// The object with another value under a name.
    fileprivate func with(_ key: String, _ value: JSONValue) -> JSONValue {
        .object((members ?? []).map { $0.key == key ? Member(key, value) : $0 })
    }
}
