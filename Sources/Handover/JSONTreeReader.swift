/// Reads a JSON text from its start to its end.
struct JSONTreeReader {
    /// Our own values are not a quarter as deep.
    private static let mostDepth = 64

    static let fault = DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "It is no JSON"))

    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return place == bytes.count
        }
    }

    private mutating func skipBlanks() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    /// The next byte that is no blank, passed over only by `take`.
    private mutating func next() throws -> UInt8 {
        skipBlanks()
        guard place < bytes.count else { throw Self.fault }
        return bytes[place]
    }

    private mutating func take(_ byte: Unicode.Scalar) throws -> Bool {
        guard try next() == UInt8(ascii: byte) else { return false }
        place += 1
        return true
    }

    private mutating func insist(_ byte: Unicode.Scalar) throws {
        guard try take(byte) else { throw Self.fault }
    }

    mutating func value(depth: Int) throws -> JSONTree {
        guard depth < Self.mostDepth else { throw Self.fault }
        switch try next() {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .list(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONTree) throws -> JSONTree {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes[place..<end].elementsEqual("\(word)".utf8) else { throw Self.fault }
        place = end
        return value
    }

    private mutating func elements(depth: Int) throws -> [JSONTree] {
        var elements: [JSONTree] = []
        try insist("[")
        if try take("]") { return elements }
        repeat { elements.append(try value(depth: depth)) } while try take(",")
        try insist("]")
        return elements
    }

    private mutating func members(depth: Int) throws -> [(name: String, value: JSONTree)] {
        var members: [(name: String, value: JSONTree)] = []
        try insist("{")
        if try take("}") { return members }
        repeat {
            guard try next() == UInt8(ascii: "\"") else { throw Self.fault }
            let name = try text()
            try insist(":")
            members.append((name, try value(depth: depth)))
        } while try take(",")
        try insist("}")
        return members
    }

    private mutating func number() throws -> String {
        let start = place
        while place < bytes.count, Self.isOfNumber(bytes[place]) { place += 1 }
        let digits = String(decoding: bytes[start..<place], as: UTF8.self)
        // Swift reads a little more than JSON has, such as a plus; nobody is misled by that.
        guard Double(digits) != nil else { throw Self.fault }
        return digits
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// A text, from its opening quotation mark on.
    private mutating func text() throws -> String {
        place += 1
        var start = place
        var text = ""
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                text += try plain(from: start)
                place += 1
                return text
            }
            guard byte >= 0x20 else { throw Self.fault }
            if byte == UInt8(ascii: "\\") {
                text += try plain(from: start)
                text.unicodeScalars.append(try escaped())
                start = place
            } else {
                place += 1
            }
        }
        throw Self.fault
    }

    private func plain(from start: Int) throws -> String {
        guard let text = String(validating: bytes[start..<place], as: UTF8.self) else { throw Self.fault }
        return text
    }

    /// What an escape stands for, from its backslash on; see RFC 8259, section 7.
    private mutating func escaped() throws -> Unicode.Scalar {
        guard place + 1 < bytes.count else { throw Self.fault }
        let letter = bytes[place + 1]
        place += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try numbered()
        default: throw Self.fault
        }
    }

    /// A scalar by its number, or by the two of a surrogate pair.
    private mutating func numbered() throws -> Unicode.Scalar {
        let unit = try unit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u")
        else { throw Self.fault }
        place += 2
        let low = try self.unit()
        guard (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw Self.fault }
        return scalar
    }

    private mutating func unit() throws -> UInt32 {
        guard place + 4 <= bytes.count else { throw Self.fault }
        let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
        guard let unit = UInt32(digits, radix: 16) else { throw Self.fault }
        place += 4
        return unit
    }
}
