/// Reads JSON as RFC 8259 has it, and nothing more lenient; what can be read is read although texts are broken.
///
/// It never traps, and nesting is bounded: whatever the bytes are, the end is a value or a fault.
struct JSONReader {
    /// Values inside values; the deepest that APNs' own examples go is five.
    static let mostDepth = 64

    private let bytes: [UInt8]
    private var position = 0
    private var place: [String] = []
    private var repeated: [JSONPointer] = []
    private var undecodable: [JSONPointer] = []

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a whole document.
    static func read(_ bytes: [UInt8]) throws(JSONSyntaxFault) -> JSONReading {
        var reader = JSONReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw reader.fault("It begins with a byte order mark") }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0) {
            throw reader.fault("It is not UTF-8 but looks like UTF-16 or UTF-32")
        }
        reader.skipBlanks()
        guard reader.position < bytes.count else { throw reader.fault("It is empty") }
        let value = try reader.value()
        reader.skipBlanks()
        guard reader.position == bytes.count else { throw reader.fault("Something follows the end of the value") }
        return JSONReading(value: value, repeated: reader.repeated, undecodable: reader.undecodable)
    }

    private mutating func value() throws(JSONSyntaxFault) -> JSONValue {
        guard place.count <= Self.mostDepth else { throw fault("It is nested deeper than \(Self.mostDepth) values") }
        guard let byte = peek else { throw fault("It ends where a value should stand") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string(at: JSONPointer(tokens: place)))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault("Something that is no value stands where one should")
        }
    }

    private mutating func object() throws(JSONSyntaxFault) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        // Names are compared byte by byte: Swift takes texts for equal that iOS tells apart.
        var names: Set<[UInt8]> = []
        skipBlanks()
        if take("}") { return .object([]) }
        while true {
            skipBlanks()
            guard peek == UInt8(ascii: "\"") else { throw fault("A name in quotes is missing") }
            let start = undecodable.count
            let name = try string(at: JSONPointer(tokens: place))
            place.append(name)
            if undecodable.count > start { undecodable[start] = JSONPointer(tokens: place) }
            if !names.insert(Array(name.utf8)).inserted { repeated.append(JSONPointer(tokens: place)) }
            skipBlanks()
            guard take(":") else { throw fault("A colon is missing") }
            skipBlanks()
            members.append(JSONValue.Member(name, try value()))
            place.removeLast()
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { throw fault("A comma or the end of the object is missing") }
        }
    }

    private mutating func array() throws(JSONSyntaxFault) -> JSONValue {
        position += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take("]") { return .array([]) }
        while true {
            skipBlanks()
            place.append(String(elements.count))
            elements.append(try value())
            place.removeLast()
            skipBlanks()
            if take("]") { return .array(elements) }
            guard take(",") else { throw fault("A comma or the end of the list is missing") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONSyntaxFault) -> JSONValue {
        let letters = Array("\(word)".utf8)
        guard bytes[position...].starts(with: letters) else {
            throw fault("A word stands there that JSON does not have")
        }
        position += letters.count
        return value
    }

    /// A number by the grammar of RFC 8259, section 6.
    private mutating func number() throws(JSONSyntaxFault) -> JSONValue {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() throws(JSONSyntaxFault) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw fault("A digit is missing in a number") }
    }

    /// A text, whose first quote is where the reader stands.
    private mutating func string(at pointer: JSONPointer) throws(JSONSyntaxFault) -> String {
        position += 1
        var units: [UInt8] = []
        var isBroken = false
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                let text = String(validating: units, as: UTF8.self)
                if text == nil || isBroken { undecodable.append(pointer) }
                return text ?? String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"):
                let scalar = try escaped()
                if scalar == nil { isBroken = true }
                units.append(contentsOf: String(Character(scalar ?? "\u{FFFD}")).utf8)
            case 0..<0x20: throw fault("A control character stands in a text")
            default: units.append(byte)
            }
        }
        throw fault("A text has no end")
    }

    /// What an escape stands for; `nil` for half of a character.
    private mutating func escaped() throws(JSONSyntaxFault) -> Unicode.Scalar? {
        guard let byte = peek else { throw fault("A text has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw fault("An escape stands there that JSON does not have")
        }
        let first = try unit()
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        let start = position
        position += 2
        let second = try unit()
        guard UTF16.isTrailSurrogate(second) else {
            // Not the other half: it stands for itself.
            position = start
            return nil
        }
        return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    }

    private mutating func unit() throws(JSONSyntaxFault) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("Four hexadecimal digits are missing in an escape") }
        position += 4
        return unit
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = peek, byte == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func fault(_ happening: String) -> JSONSyntaxFault {
        JSONSyntaxFault(happening: happening, offset: position, place: JSONPointer(tokens: place))
    }
}

extension JSONValue {
    /// Reads a document whose names stand there once and whose texts are whole.
    ///
    /// - Throws: the fault, with the byte at which reading ended; of names and texts the document's first.
    public init(strictly bytes: [UInt8]) throws(JSONSyntaxFault) {
        let reading = try JSONReader.read(bytes)
        if let place = reading.repeated.first {
            throw JSONSyntaxFault(happening: "The name \(place) stands there twice", offset: bytes.count, place: place)
        }
        if let place = reading.undecodable.first {
            throw JSONSyntaxFault(happening: "The text at \(place) is not UTF-8", offset: bytes.count, place: place)
        }
        self = reading.value
    }
}
