import AttachmentModel
import FoundationEssentials
import Testing

@testable import Handover

struct JSONTextTests {
    private func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONText.bytes(value), as: UTF8.self)
    }

    @Test(arguments: [
        "", "plain", "a/b", "\"quoted\"", "back\\slash", "line\nfeed\r\ttab\u{8}\u{C}", "\u{0}\u{1}\u{F}\u{10}\u{1F}",
        "\u{7F}\u{80}\u{9B}", "ä \u{202E} 漢 😀", "e\u{301}",
    ])
    func `texts are escaped as Foundation does`(value: String) throws {
        #expect(try text([value]) == foundation([value]))
        #expect(try text([value: 1]) == foundation([value: 1]))
    }

    @Test(arguments: [0, -0.0, 1, -3, 0.1, 26.5, 1e15, 1e16, 1.5e300, -2.5e-7, 1234567.891, Double(Int.max)])
    func `numbers are written as Foundation does`(value: Double) throws {
        #expect(try text([value]) == foundation([value]))
        let float = Float(value)
        if float.isFinite { #expect(try text([float]) == foundation([float])) }
    }

    @Test func `whole numbers keep all their digits`() throws {
        #expect(try text([Int.min, Int.max]) == "[-9223372036854775808,9223372036854775807]")
        #expect(try text([UInt64.max]) == "[18446744073709551615]")
        #expect(try text([Int8.min]) == "[-128]")
    }

    @Test func `a number that is none is refused`() {
        #expect(throws: EncodingError.self) { try JSONText.bytes([Double.infinity]) }
        #expect(throws: EncodingError.self) { try JSONText.bytes(["x": Double.nan]) }
    }

    @Test func `names stand in order`() throws {
        let value = ["b": 1, "a": 2, "B": 3, "_": 4, "aa": 5, "10": 6, "9": 7, "ä": 8, "": 9]
        #expect(try text(value) == foundation(value))
    }

    @Test func `what is absent is null where it is written, and nothing where it is not`() throws {
        struct Value: Encodable {
            var present: Int? = 1
            var absent: Int?
            var list: [Int?] = [nil, 2]
            var empty: [String: [Int]] = ["x": []]
        }
        #expect(try text(Value()) == #"{"empty":{"x":[]},"list":[null,2],"present":1}"#)
    }

    /// Writes itself in two goes, one member twice, and part of it by encoders that it is given.
    private struct Pieces: Encodable {
        enum Key: String, CodingKey { case one, two, nested, list, above }
        class Base: Encodable { let base = 1 }

        func encode(to encoder: any Encoder) throws {
            var first = encoder.container(keyedBy: Key.self)
            try first.encode("old", forKey: .two)
            try first.encode(true, forKey: .one)
            var second = encoder.container(keyedBy: Key.self)
            try second.encode("new", forKey: .two)
            var nested = second.nestedContainer(keyedBy: Key.self, forKey: .nested)
            try nested.encodeNil(forKey: .one)
            var list = second.nestedUnkeyedContainer(forKey: .list)
            try list.encode(Base())
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(1, forKey: .one)
            var rows = list.nestedUnkeyedContainer()
            try rows.encodeNil()
            try rows.encode("text")
            try Base().encode(to: list.superEncoder())
            try Base().encode(to: second.superEncoder(forKey: .above))
            try Base().encode(to: second.superEncoder())
        }
    }

    @Test func `a value may be written in pieces, of which the last ones count`() throws {
        #expect(try text(Pieces()) == foundation(Pieces()))
    }

    @Test func `messages and facts are written as Foundation does`() throws {
        var facts = MediaFacts(kind: .jpeg, bytes: 466_749)
        (facts.width, facts.height, facts.duration) = (2_048, 1_536, 1.25)
        facts.codecs = ["a", "b"]
        for request in [
            WorkerRequest.recognize(bytes: 7), .locate(bytes: 9, kind: .mp4, held: [0..<3, 5..<9]),
            .settle(facts: facts),
        ] {
            #expect(try text(request) == foundation(request))
        }
        let problem = PreparationError(.fetchTruncated, "It \"broke\" off", retryAfter: .seconds(2))
        #expect(try text(WorkerAnswer.failed(problem)) == foundation(WorkerAnswer.failed(problem)))
        #expect(try text(WorkerAnswer.missing(nil)) == foundation(WorkerAnswer.missing(nil)))
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONText.value(type, from: Array(text.utf8))
    }

    @Test func `what was written is read`() throws {
        struct Value: Codable, Equatable {
            struct Inner: Codable, Equatable { var range = 0..<3, set: Set<Int> = [1, 2] }
            enum Way: Codable, Equatable { case straight, bent(by: Double, Bool) }
            var text = "a \"quoted\"\\ line\n\u{1}\u{202E} ä 😀"
            var numbers = [Int.min, 0, Int.max]
            var doubles = [0.1, -2.5e-7, 3]
            var small: UInt8 = 255
            var floating: Float = 1.5
            var inner: [String: Inner?] = ["x": Inner(), "y": nil]
            var ways = [Way.straight, .bent(by: 2, true)]
            var absent: Int?
            var isSo = false
        }
        #expect(try JSONText.value(Value.self, from: JSONText.bytes(Value())) == Value())
    }

    @Test func `blanks and escapes of others are read`() throws {
        let text = " { \"a\\u0041\" : [ \"\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\u00e4\" ,\t\"x\" ] }\r\n"
        #expect(try read([String: [String]].self, text) == ["aA": ["😀/\u{8}\u{C}\n\r\tä", "x"]])
    }

    @Test(arguments: [
        "", " ", "{", "[1", "[1,]", "[,1]", "[1 2]", "[1]x", "[1][2]", "[01x]", "[1e]", "[--1]", "[-]",
        "[NaN]", "[\"a]", "[\"a\u{1}\"]", "[\"\\x\"]", "[\"\\u12\"]", "[\"\\ud83d\"]",
        "[\"\\ud83d\\u0041\"]", "[\"\\ude00\"]", "[\"\\", "[\"\\u", "{\"a\"}", "{\"a\":}", "{a:1}", "{1:1}", "[tru",
        "[nul]",
        "{\"a\":1,}", "[trueish]", "\u{FEFF}[1]",
    ])
    func `what is no JSON is refused`(text: String) {
        #expect(throws: DecodingError.self) { try JSONTree(Array(text.utf8)) }
    }

    @Test func `what is not UTF-8 is refused`() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
            #expect(throws: DecodingError.self) { try JSONTree([0x22] + bytes + [0x22]) }
        }
    }

    @Test func `endless depth is refused`() {
        #expect(throws: DecodingError.self) { try JSONTree([UInt8](repeating: 0x5B, count: 60_000)) }
        #expect(throws: Never.self) {
            try JSONTree([UInt8](repeating: 0x5B, count: 60) + [UInt8](repeating: 0x5D, count: 60))
        }
    }

    @Test(arguments: ["1.5", "256", "-1", "\"1\"", "null", "true", "[]", "1e1", "99999999999999999999"])
    func `a value of another kind is refused`(text: String) {
        #expect(throws: DecodingError.self) { try read([UInt8].self, "[\(text)]") }
    }

    @Test func `a number beyond all is refused`() {
        #expect(throws: DecodingError.self) { try read([Double].self, "[1e999]") }
    }

    @Test func `a member that is missing, and an array that is too short, are refused`() {
        #expect(throws: DecodingError.self) { try read(WorkerAnswer.self, "{}") }
        #expect(throws: DecodingError.self) { try read(WorkerAnswer.self, "{\"missing\":{\"_0\":[1]}}") }
        #expect(throws: DecodingError.self) { try read(WorkerAnswer.self, "{\"missing\":{},\"failed\":{}}") }
    }
}
