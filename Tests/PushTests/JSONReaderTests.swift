internal import Foundation
internal import Testing

@testable internal import Push

struct JSONReaderTests {
    @Test(arguments: [
        #"{"b":1,"a":[true,false,null],"c":{"d":"é\n"}}"#, "[]", "{}", "-0.5e+10", #""""#, #"["😀"]"#,
        #"{"":{"":0}}"#,
    ])
    func `what is written without blanks is written again as it was`(text: String) throws {
        #expect(try JSONValue(strictly: Array(text.utf8)).json == text)
    }

    @Test(arguments: [
        (#""\u00e9\ud83d\ude00""#, "é😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
        (#""\uD834\udd1e""#, "𝄞"), (#""\u0041""#, "A"),
    ])
    func `escapes stand for their characters`(text: String, meaning: String) throws {
        #expect(try JSONValue(strictly: Array(text.utf8)) == .string(meaning))
    }

    @Test(arguments: [
        "", "  ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "{'a':1}", "01", "1.", ".5", "+1", "1e", "-", "nul", "truee",
        "NaN",
        "[1 2]", "{\"a\" 1}", "\"", "\"\\x\"", "\"\\u12g4\"", "\"\\u123\"", "\"a\nb\"", "{} {}", "// no\n{}",
        "{\"a\":}",
        "\u{FEFF}{}", "[1}", "Infinity",
    ])
    func `what RFC 8259 does not allow is no JSON`(text: String) {
        #expect(throws: JSONSyntaxFault.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test func `a fault tells the byte and the value in which reading ended`() {
        let fault = #expect(throws: JSONSyntaxFault.self) {
            try JSONReader.read(Array(#"{"aps":{"alert":[1,x]}}"#.utf8))
        }
        #expect(fault?.place == JSONPointer("/aps/alert/1"))
        #expect(fault?.offset == 19)
    }

    @Test func `UTF-16 is told by its name`() {
        let fault = #expect(throws: JSONSyntaxFault.self) { try JSONReader.read([0x7B, 0, 0x7D, 0]) }
        #expect(fault?.happening.contains("UTF-16") == true)
    }

    @Test func `names that stand twice are told with their places, by their bytes`() throws {
        // Swift takes the two spellings of é for equal, JSON does not.
        let text = #"{"a":1,"b":{"x":1,"x":2},"a":3,"\u00e9":1,"e\u0301":2}"#
        let reading = try JSONReader.read(Array(text.utf8))
        #expect(reading.repeated == [JSONPointer("/b/x"), JSONPointer("/a")])
        #expect(reading.value["a"] == .integer(3))
    }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        [0x5B, 0x22] + bytes + [0x22, 0x5D]
    }

    @Test(
        arguments: [
            [0xFF], Array(#"\ud83d"#.utf8), Array(#"\ude00"#.utf8), Array(#"\ud83dx"#.utf8),
            Array(#"\ud83d\u0041"#.utf8),
            [0xED, 0xA0, 0x80], [0xC0, 0x80],
        ] as [[UInt8]])
    func `texts that are no UTF-8 are read all the same and told`(bytes: [UInt8]) throws {
        #expect(try JSONReader.read(Self.quoted(bytes)).undecodable == [JSONPointer("/0")])
    }

    @Test func `a name that is no UTF-8 is told where it stands`() throws {
        let bytes = Array(#"{"aps":{""#.utf8) + [0xFF] + Array(#"":1}}"#.utf8)
        #expect(try JSONReader.read(bytes).undecodable == [JSONPointer("/aps/\u{FFFD}")])
    }

    @Test func `nesting has an end`() throws {
        let deep = { (depth: Int) in
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader.read(deep(JSONReader.mostDepth + 1)) }
        #expect(throws: JSONSyntaxFault.self) { try JSONReader.read(deep(JSONReader.mostDepth + 2)) }
        #expect(throws: JSONSyntaxFault.self) { try JSONReader.read(deep(1_000_000)) }
    }

    @Test func `ten thousand mutations are a value or a fault, and Foundation agrees about the values`() throws {
        let seeds = [
            #"{"aps":{"alert":{"title":"Grüße \ud83d\ude00","body":"b"},"badge":1,"mutable-content":1},"a":[1.5e3,null]}"#,
            #"{"media":[{"url":"https://a.example/x.jpg","clip":[0,0.25,1,0.5]}],"x":true,"y":-0}"#,
            #"{"aps":{"alert":"a","mutable-content":1},"media":[{"url":"https://a.example/x.jpg?X-Amz-Date=20260901T000000Z"#
                + #"&X-Amz-Expires=604800","uti":"public.jpeg","expires":1788220800}],"image":"https://a.example/b.png"}"#,
        ].map { Array($0.utf8) }
        var generator = SteadyGenerator(seed: 8)
        var (values, faults) = (0, 0)
        for round in 0..<10_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(Array("{}[]\",:\\u0e-".utf8).randomElement(using: &generator) ?? 0, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 4))
                }
                if bytes.isEmpty { bytes = [0x7B] }
            }
            let report = Samples.lint(String(decoding: bytes, as: UTF8.self))
            #expect(report.limit == 4_096)
            if let reading = try? JSONReader.read(bytes) {
                values += 1
                // What was read is written as JSON that reads the same.
                let again = try JSONReader.read(Array(reading.value.json.utf8))
                #expect(again.value.json == reading.value.json)
                var isTooLarge = false
                reading.value.forEachLeaf { _, value in
                    if case .number = value, value.decimal == nil { isTooLarge = true }
                }
                if reading.undecodable.isEmpty, reading.repeated.isEmpty, !isTooLarge {
                    let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                    #expect(other != nil, "Foundation refuses \(String(decoding: bytes, as: UTF8.self))")
                }
            } else {
                faults += 1
            }
        }
        #expect(values > 1_000 && faults > 1_000)
    }
}

struct JSONCodingTests {
    @Test(arguments: [
        #"{"a":[1,-0.5,true,false,null,"x",{}],"b":{"c":[]}}"#, #"{"n":9007199254740993,"s":"é"}"#, "[[]]",
    ])
    func `a value passes through a coder as it is, its members in the order of their names`(text: String) throws {
        let value = try JSONValue(strictly: Array(text.utf8))
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        let shuffled = Data(#"{"b":1,"a":2}"#.utf8)
        #expect(try JSONDecoder().decode(JSONValue.self, from: shuffled).json == #"{"a":2,"b":1}"#)
    }
}

struct JSONPointerTests {
    @Test(arguments: ["", "/", "/aps/alert", "/a~1b/m~0n", "/media/-/url", "//x"])
    func `a pointer is written as it was read`(text: String) throws {
        #expect(try #require(JSONPointer(text)).description == text)
    }

    @Test(arguments: ["aps", "/~2", "/a~"]) func `what is no pointer is none`(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test func `controls and marks that a terminal could obey are escaped`() {
        #expect(JSONValue.string("\u{1B}\u{9B}\u{202E}\u{7F}").json == #""\u001b\u009b\u202e\u007f""#)
    }
}
