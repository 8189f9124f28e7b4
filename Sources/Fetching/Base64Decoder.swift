internal import AttachmentModel

/// Base64 as it comes, character by character (RFC 4648, section 4); blanks are skipped, padding may be missing.
struct Base64Decoder {
    private var bits: UInt32 = 0
    private var sextets = 0
    private var padding = 0

    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    mutating func take(_ character: UInt8, into bytes: inout [UInt8]) throws(PreparationError) {
        if character.isBlankOrLineEnd { return }
        if character == UInt8(ascii: "=") {
            padding += 1
            guard padding <= 2 else { throw Self.fault("has too much padding") }
            return
        }
        guard padding == 0, let value = Self.value(of: character) else {
            throw Self.fault("holds a character that is not base64")
        }
        bits = bits << 6 | UInt32(value)
        sextets = (sextets + 1) % 4
        // Each sextet but the first of four completes a byte.
        let left: UInt32
        switch sextets {
        case 2: left = 4
        case 3: left = 2
        case 0: left = 0
        default: return
        }
        bytes.append(UInt8(truncatingIfNeeded: bits >> left))
    }

    /// The end of the data: a group of one character says nothing, and padding must fit its group.
    func finish() throws(PreparationError) {
        guard sextets != 1, padding == 0 || padding == (4 - sextets) % 4 else { throw Self.fault("ends too early") }
    }

    private static func fault(_ words: String) -> PreparationError {
        PreparationError(.sourceInvalid, "The base64 of the data URL " + words)
    }
}
