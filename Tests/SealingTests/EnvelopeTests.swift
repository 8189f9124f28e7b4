internal import AttachmentModel
internal import Digests
internal import Foundation
internal import Push
internal import TestSupport
internal import Testing

@testable internal import Sealing

/// The envelopes that client authors test their own code with are those that affix makes, and another program opens them.
///
/// Run with `RECORD_SNAPSHOTS=1` to store what they are now.
struct EnvelopeTests {
    /// A sealer whose nonces are not random, so that its envelopes are the same in every run.
    private struct SteadySealer: Sealer {
        let keyID: String
        let key: [UInt8]
        let nonce: [UInt8]

        func seal(_ plaintext: [UInt8], binding associatedData: [UInt8]) throws(PreparationError) -> [UInt8] {
            guard let sealed = AES256GCM(key: key).seal(plaintext, nonce: nonce, binding: associatedData) else {
                throw PreparationError(.internalFault)
            }
            return nonce + sealed
        }

        func open(_ box: [UInt8], binding associatedData: [UInt8]) throws(PreparationError) -> [UInt8] {
            let opened = AES256GCM(key: key).open(
                Array(box.dropFirst(12)), nonce: Array(box.prefix(12)), binding: associatedData)
            guard let opened else { throw PreparationError(.payloadNotOpened) }
            return opened
        }
    }

    private static let now = 1_788_220_800
    private static let topic = "com.example.app"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func sealer(_ id: String, _ byte: UInt8, _ nonce: UInt8) -> SteadySealer {
        SteadySealer(
            keyID: id, key: (0..<32).map { $0 &+ byte }, nonce: [UInt8](repeating: nonce, count: 12))
    }

    private static func message(_ body: String, hasMedia: Bool) -> PushMessage {
        var message = PushMessage()
        message.aps.alert = APS.Alert(title: "Labor", body: body)
        message.aps.badge = 1
        // A sealed push is always mutable, and stays so.
        message.aps.isMutable = true
        if hasMedia {
            var facts = MediaFacts(kind: .jpeg, bytes: 1_000)
            (facts.width, facts.height) = (64, 64)
            let rendition = PushMedia.Rendition(url: "https://cdn.example.com/aa.jpg", digest: "aa", facts: facts)
            message.media = PushMedia(main: rendition, expires: now + 40 * 86_400)
        }
        return message
    }

    /// A row: what it shows, the payload, the topic and time it is opened with, and what comes of it.
    private static func vector(
        _ name: String, _ sealer: SteadySealer, _ payload: JSONValue, topic: String = topic, now: Int = now,
        opened: JSONValue
    ) -> JSONValue {
        let key = Base64.text(of: sealer.key)
        return .object([
            .init("name", .string(name)), .init("keys", .object([.init(sealer.keyID, .string(key))])),
            .init("topic", .string(topic)), .init("now", .integer(now)), .init("payload", payload),
            .init("opened", opened),
        ])
    }

    private static func vectors() throws -> [JSONValue] {
        let (first, second) = (sealer("k1", 0, 1), sealer("2026-09", 100, 2))
        func sealed(_ message: PushMessage, _ sealer: SteadySealer) throws -> JSONValue {
            let seal = PayloadSeal(sealer, topic: topic, clearText: "New message")
            return try Payload(composing: message, sealedBy: seal, now: now).value
        }
        let text = message("Grüße 👩‍🔬", hasMedia: false)
        let media = message("With a picture", hasMedia: true)
        let plain = try sealed(text, first)
        var cut = plain
        if var envelope = cut["sealed"]?.members, let box = cut["sealed"]?["box"]?.text {
            envelope.removeLast()
            envelope.append(.init("box", .string(String(box.dropLast(4)))))
            cut = .object((cut.members ?? []).map { $0.key == "sealed" ? .init("sealed", .object(envelope)) : $0 })
        }
        return [
            vector("text alone", first, plain, opened: try Payload(composing: text, now: now).value),
            vector(
                "media, under another key", second, try sealed(media, second),
                opened: try Payload(composing: media, now: now).value),
            vector("for another app", first, plain, topic: "com.example.other", opened: .null),
            vector("after its expiry", first, plain, now: now + 31 * 86_400, opened: .null),
            vector("cut short", first, cut, opened: .null),
            vector("under a key that is not there", second, plain, opened: .null),
        ]
    }

    @Test func `the stored envelopes are those that are made`() throws {
        let json = "{\"vectors\":[\n" + (try Self.vectors().map(\.json)).joined(separator: ",\n") + "\n]}\n"
        let file = Self.folder.appending(path: "envelopes.json")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try json.write(to: file, atomically: true, encoding: .utf8)
        }
        let isThere = try String(contentsOf: file, encoding: .utf8) == json
        #expect(isThere)
    }

    @Test func `the stored envelopes open as they say`() throws {
        for vector in try Self.vectors() {
            let sealers: [any Sealer] =
                vector["keys"]?.members?.map { member in
                    SteadySealer(
                        keyID: member.key, key: member.value.text.flatMap(Base64.bytes) ?? [], nonce: [])
                } ?? []
            let opened = try? SealedEnvelope.open(
                try #require(vector["payload"]), with: sealers, topic: vector["topic"]?.text ?? "",
                now: vector["now"]?.wholeNumber ?? 0)
            // The order of members says nothing, and is another one here.
            #expect(opened.map(Self.sorted) == vector["opened"].flatMap { $0 == .null ? nil : Self.sorted($0) })
        }
    }

    @Test func `the stored envelopes are opened by another program`() throws {
        try Self.openByPython(Self.folder.appending(path: "envelopes.json").path)
    }

    @Test func `what is sealed with random nonces is opened by another program`() async throws {
        try await TemporaryFolder.with { folder in
            let key = SealingKey(id: "k1", bytes: Self.sealer("k1", 7, 0).key)
            let sealer = KeySealer(key, countingIn: folder)
            let vectors = try (1...100).map { count in
                let message = Self.message(String(repeating: "ü", count: count), hasMedia: count % 2 == 0)
                let seal = PayloadSeal(sealer, topic: Self.topic, clearText: "New message")
                let payload = try Payload(composing: message, sealedBy: seal, now: Self.now)
                let opened = try Payload(composing: message, now: Self.now)
                return Self.vector(
                    "\(count)", Self.sealer("k1", 7, 0), payload.value, opened: opened.value)
            }
            let document = JSONValue.object([.init("vectors", .array(vectors))])
            try document.json.write(toFile: folder + "/vectors.json", atomically: false, encoding: .utf8)
            try Self.openByPython(folder + "/vectors.json")
        }
    }

    /// Runs the program that knows nothing of affix, with the library that `scripts/setup --tests` installs.
    private static func openByPython(_ path: String) throws {
        let program = Process()
        program.executableURL = folder.appending(path: "../../.build/python/bin/python")
        program.arguments = [folder.appending(path: "open_envelopes.py").path, path]
        let output = Pipe()
        program.standardError = output
        try program.run()
        let words = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        program.waitUntilExit()
        #expect(program.terminationStatus == 0, "\(words)")
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(members.map { .init($0.key, sorted($0.value)) }.sorted { $0.key < $1.key })
        case .array(let elements): .array(elements.map(sorted))
        default: value
        }
    }
}
