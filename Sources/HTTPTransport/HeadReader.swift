internal import AttachmentModel

/// Collects the header lines of an answer until the final head is whole.
struct HeadReader {
    private static let mostBytes = 65_536

    private var status = 0
    private var headers: [HTTPHead.Header] = []
    private var bytes = 0
    private var expectsStatus = true
    private var isDone = false

    /// Whether the head that came last only says that an answer will come.
    var isInterim: Bool { (100..<200).contains(status) }

    /// Takes one line as libcurl hands it over, and returns the final head when this line ends it.
    ///
    /// Interim heads count towards the bound too, so that a host cannot send them for ever.
    mutating func take(_ line: UnsafeRawBufferPointer) throws(PreparationError) -> HTTPHead? {
        bytes += line.count
        guard bytes <= Self.mostBytes else {
            throw PreparationError(.fetchUnreadableAnswer, "The headers of the answer do not end within 64 kB")
        }
        // What follows the final head are trailers: they say nothing that we need.
        guard !isDone else { return nil }
        let text = unsafe Self.trimmed(line)
        guard !text.isEmpty else {
            expectsStatus = true
            guard status >= 200 else { return nil }
            isDone = true
            return HTTPHead(status: status, headers: headers)
        }
        // Only the first line of a head is a status, whatever later lines look like.
        if expectsStatus {
            expectsStatus = false
            status = Self.status(of: text)
            headers = []
            guard (100...999).contains(status) else { throw PreparationError(.fetchUnreadableAnswer) }
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
            let name = String(decoding: text[..<colon], as: UTF8.self).lowercased()
            let value = Self.trimmed(text[(colon + 1)...])
            headers.append(.init(name: name, value: name == "location" ? Self.reference(value) : Self.text(value)))
        }
        return nil
    }

    private static func status(of line: ArraySlice<UInt8>) -> Int {
        let fields = line.split(separator: UInt8(ascii: " "))
        return fields.count > 1 ? Int(text(fields[1])) ?? 0 : 0
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// A URL of any character set: bytes that are not UTF-8 are escaped as they are, as browsers do.
    private static func reference(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.reduce(into: "") { text, byte in
            let digits = String(byte, radix: 16, uppercase: true)
            text += byte < 0x80 ? String(UnicodeScalar(byte)) : "%" + digits
        }
    }

    private static func trimmed(_ bytes: some Sequence<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        var rest = Array(bytes).drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
