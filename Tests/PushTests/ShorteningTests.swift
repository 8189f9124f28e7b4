internal import AttachmentModel
internal import Testing

@testable internal import Push

struct ShorteningTests {
    /// What texts are drawn from: characters of one byte and of many, of one scalar and of several, and escaped ones.
    private static let characters: [Character] = [
        "a", "Z", " ", "ü", "e\u{301}", "\u{0E01}\u{0E33}", "한", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "\"", "\\", "\n", "\r\n",
        "\u{202E}", "𝄞", "नि",
    ]

    private static func text(_ count: Int, _ generator: inout SteadyGenerator) -> String {
        String((0..<count).map { _ in characters.randomElement(using: &generator) ?? "a" })
    }

    @Test(arguments: ["e\u{301}", "👨‍👩‍👧‍👦", "x", "\""]) func `a body of two thousand of these fits when it may be shortened`(
        character: String
    ) throws {
        var message = Samples.message()
        message.aps.alert?.body = String(repeating: character, count: 5_000)
        message.shortens = true
        let payload = try Payload(composing: message, now: Samples.now)
        #expect(payload.size <= 4_096 && payload.size > 4_096 - character.jsonSize - 4)
        #expect(payload.shortened == [JSONPointer("/aps/alert/body")])
        let body = try #require(payload.value[JSONPointer(tokens: ["aps", "alert", "body"])]?.text)
        #expect(body.hasSuffix("…") && Set(body.dropLast()) == [Character(character)])
        // Title and media are as they were.
        #expect(payload.value["aps"]?["alert"]?["title"] == .string("New in your basket"))
        #expect(payload.json.contains("https://cdn.example.com/push/aa11.jpg"))
    }

    @Test func `body, then subtitle, then title are shortened, none to less than twenty characters`() throws {
        var message = Samples.message(nil)
        let long = String(repeating: "word ", count: 1_000)
        message.aps.alert = APS.Alert(title: long, subtitle: long, body: long)
        message.shortens = true
        let payload = try Payload(composing: message, now: 0)
        #expect(payload.shortened.map(\.description) == ["/aps/alert/body", "/aps/alert/subtitle", "/aps/alert/title"])
        #expect(payload.value["aps"]?["alert"]?["body"]?.text == "word word word word…")
        #expect(payload.size > 4_080)
    }

    @Test func `what texts cannot give is an error`() {
        var message = Samples.message()
        message.shortens = true
        message.custom = [.init("data", .string(String(repeating: "x", count: 4_000)))]
        let problem = #expect(throws: PreparationError.self) { try Payload(composing: message, now: Samples.now) }
        #expect(problem?.code == .payloadTooLarge)
    }

    private static let shortest: [(String, String?)] = [
        ("see https://a.example/\(String(repeating: "x", count: 5_000))", nil),
        ("see https://a.example/roses and \(String(repeating: "x ", count: 5_000))", "see https://a.example/roses…"),
        ("a\(String(repeating: " ", count: 40))b c d", "a\(String(repeating: " ", count: 40))b…"),
    ]

    @Test(arguments: shortest)
    func `no text becomes shorter than twenty characters, whatever goes as a whole`(text: String, least: String?) {
        #expect(Shortening.least(of: text) == least)
        for room in 0..<60 { #expect(Shortening.cut(text, to: room).map { $0.count >= 20 } != false) }
        var message = Samples.message()
        message.aps.alert?.body = text
        message.shortens = true
        guard least == nil else { return }
        let problem = #expect(throws: PreparationError.self) { try Payload(composing: message, now: Samples.now) }
        #expect(problem?.code == .payloadTooLarge)
    }

    @Test func `an address in a text is kept whole or left out`() throws {
        let address = "https://shop.example/a/very/long/way/to/roses"
        let text = String(repeating: "Hello ", count: 20) + address + " now"
        for room in 0...text.utf8.count {
            guard let cut = Shortening.cut(text, to: room) else { continue }
            #expect(!cut.contains("https") || cut.contains(address), "\(cut)")
            #expect(cut.jsonSize <= room)
        }
    }

    @Test func `ten thousand texts are never cut inside a character and never exceed their room`() {
        var generator = SteadyGenerator(seed: 21)
        for _ in 0..<10_000 {
            let text = Self.text(Int.random(in: 0...80, using: &generator), &generator)
            let room = Int.random(in: 0...600, using: &generator)
            for cut in [Shortening.cut(text, to: room), Shortening.least(of: text)] {
                guard let cut else { continue }
                #expect(cut.unicodeScalars.last == "…")
                let kept = String(String.UnicodeScalarView(cut.unicodeScalars.dropLast()))
                #expect(Array(text).starts(with: Array(kept)), "\(text) was cut to \(cut)")
                #expect(cut.jsonSize < text.jsonSize + Shortening.mark.jsonSize)
            }
            if let cut = Shortening.cut(text, to: room) { #expect(cut.jsonSize <= room) }
        }
    }

    @Test func `ten thousand random payloads are composed within their limit and without fault, or refused by code`()
        throws
    {
        var generator = SteadyGenerator(seed: 17)
        var (composed, refused) = (0, 0)
        for _ in 0..<10_000 {
            var message = PushMessage()
            func text(_ most: Int) -> String {
                Self.text(Int.random(in: 1...most, using: &generator), &generator)
            }
            message.aps.alert = APS.Alert(
                title: text(60), body: text(Int.random(in: 0..<8, using: &generator) == 0 ? 1_200 : 80))
            if Bool.random(using: &generator) { message.aps.badge = Int.random(in: 0...99, using: &generator) }
            if Bool.random(using: &generator) { message.custom = [.init(text(5), .string(text(200)))] }
            message.media =
                [nil, Samples.picture, Samples.banner, Samples.movie].randomElement(using: &generator) ?? nil
            message.presets = (0...2).compactMap { _ in PayloadPreset.known.randomElement(using: &generator) }
            // These two want the same name for different things.
            if message.presets.contains(where: { $0.name == "pushwoosh" }) {
                message.presets.removeAll { $0.name == "home-assistant" }
            }
            message.shortens = Bool.random(using: &generator)
            do {
                let payload = try Payload(composing: message, now: Samples.now)
                composed += 1
                #expect(payload.size == payload.json.utf8.count && payload.size <= 4_096)
                let value = try JSONValue(strictly: Array(payload.json.utf8))
                #expect(value == payload.value)
                if message.media != nil { #expect(value["aps"]?["mutable-content"] == .integer(1)) }
            } catch {
                refused += 1
                #expect((error as? PreparationError)?.code == .payloadTooLarge)
                #expect(!message.shortens)
            }
        }
        #expect(composed > 5_000 && refused > 100)
    }
}
