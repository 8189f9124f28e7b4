internal import AttachmentModel
internal import Handover

/// A `data:` URL: media written into its own address (RFC 2397).
struct DataLink {
    private static let pieceLength = 1 << 15

    private let isBase64: Bool
    private let body: Substring.UTF8View

    init(_ text: String) throws(PreparationError) {
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
            throw PreparationError(.sourceInvalid, "The data URL has no comma before its data")
        }
        guard text.prefix(5).lowercased() == "data:" else {
            throw PreparationError(.sourceInvalid, "A data URL starts with data:")
        }
        isBase64 = text[..<comma].lowercased().hasSuffix(";base64")
        body = text[text.utf8.index(after: comma)...].utf8
    }

    /// Decodes piece by piece; what cannot fit is refused before any of it is decoded.
    func download(_ limits: SourceLimits, in room: SpoolRoom) throws(PreparationError) -> Download {
        var intake = try Intake(limits, in: room, announced: leastCount)
        var decoder = Base64Decoder()
        var piece: [UInt8] = []
        piece.reserveCapacity(Self.pieceLength)
        var rest = body[...]
        while let byte = try Self.next(&rest) {
            if isBase64 {
                try decoder.take(byte, into: &piece)
            } else {
                piece.append(byte)
            }
            guard piece.count >= Self.pieceLength else { continue }
            try intake.append(all: piece)
            piece.removeAll(keepingCapacity: true)
        }
        if isBase64 { try decoder.finish() }
        try intake.append(all: piece)
        return try intake.finish()
    }

    /// What will come out at least: an escape is three characters for one, and four of base64 are three bytes.
    private var leastCount: Int {
        let escapes = body.count { $0 == UInt8(ascii: "%") }
        guard isBase64 else { return max(0, body.count - 2 * escapes) }
        let letters = body.count { Base64Decoder.value(of: $0) != nil }
        return max(0, letters - 2 * escapes) / 4 * 3
    }

    /// The next byte, with its escape undone.
    private static func next(_ rest: inout Substring.UTF8View) throws(PreparationError) -> UInt8? {
        guard let byte = rest.popFirst() else { return nil }
        guard byte == UInt8(ascii: "%") else { return byte }
        guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
            throw PreparationError(.sourceInvalid, "The data URL holds a % that starts no escape")
        }
        return high << 4 | low
    }
}
