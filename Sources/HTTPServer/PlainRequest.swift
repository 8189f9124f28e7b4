/// A request whose answer its target alone decides: a GET of HTTP/1.1 without a body, for all that is there.
///
/// It is read more strictly than any rule asks for. Whatever is not as clear as can be is none of these, and for others to
/// judge.
struct PlainRequest {
    /// Path and query as they were sent: visible characters of ASCII.
    let target: String
    /// Bytes of its head, with the blank line at its end.
    let count: Int

    /// Reads what has come on a connection; `nil` when that is anything else, or not all there.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = PlainHeadReader(bytes)
        guard reader.passes(Self.method), let target = reader.target(), reader.passes(Self.version) else { return nil }
        var hosts = 0
        while !reader.passes(Self.end) {
            guard let (name, value) = reader.field() else { return nil }
            if Self.deciding.contains(where: { $0.names(name) }) { return nil }
            if Self.connection.names(name), !Self.kept.names(value) { return nil }
            if Self.host.names(name) {
                guard !value.isEmpty else { return nil }
                hosts += 1
            }
        }
        guard hosts == 1 else { return nil }
        self.target = String(decoding: target, as: UTF8.self)
        count = reader.rest.startIndex - bytes.startIndex
    }

    private static let method = Array("GET ".utf8)
    private static let version = Array(" HTTP/1.1\r\n".utf8)
    private static let end = Array("\r\n".utf8)

    /// Headers with which something else, or nothing, is sent.
    private static let deciding = [
        "range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "content-length",
        "transfer-encoding", "expect", "upgrade",
    ].map(Word.init)
    private static let host = Word("host")
    private static let connection = Word("connection")
    /// What a connection is anyway.
    private static let kept = Word("keep-alive")

    /// A word as heads hold them, in any case.
    private struct Word {
        private let letters: [UInt8]

        /// - Parameter text: lowercase letters and hyphens.
        init(_ text: String) { letters = Array(text.utf8) }

        func names(_ bytes: ArraySlice<UInt8>) -> Bool {
            bytes.count == letters.count && zip(bytes, letters).allSatisfy { $0 | 0x20 == $1 }
        }
    }
}

/// A place in a head, and what follows it.
private struct PlainHeadReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Goes past some bytes if they come next.
    mutating func passes(_ bytes: [UInt8]) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    /// Goes past all bytes of a kind.
    private mutating func run(of isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let run = rest.prefix(while: isPart)
        rest = rest[run.endIndex...]
        return run
    }

    /// Goes past a target in its plain form: a path, with a query or without.
    mutating func target() -> ArraySlice<UInt8>? {
        let target = run { (0x21...0x7E).contains($0) }
        return target.first == UInt8(ascii: "/") ? target : nil
    }

    /// Goes past one header with the end of its line; its value comes without blanks around it.
    mutating func field() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        let name = run(of: Self.isNamePart)
        guard !name.isEmpty, passes([UInt8(ascii: ":")]) else { return nil }
        _ = run(of: Self.isBlank)
        let value = run { $0 >= 0x20 && $0 != 0x7F || Self.isBlank($0) }
        guard passes([0x0D, 0x0A]) else { return nil }
        return (name, value.dropLast(value.reversed().prefix(while: Self.isBlank).count))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Of what names may be made of (RFC 9110, 5.6.2), what they are made of.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
