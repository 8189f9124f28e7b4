internal import AttachmentModel

/// A piece of a page in which foreign words can be nothing but words.
///
/// What is written in this program is markup; whatever is put into it by interpolation is escaped, unless it is such a
/// piece itself.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    let text: String

    init(stringLiteral markup: String) { text = markup }

    init(stringInterpolation pieces: StringInterpolation) { text = pieces.text }

    /// Pieces one behind the other.
    init(_ pieces: some Sequence<HTML>) { text = pieces.map(\.text).joined() }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate(set) var text: String

        init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ markup: String) { text += markup }

        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Words from anywhere.
        ///
        /// Besides what HTML gives a meaning, controls and marks that turn the direction of writing are left out: nobody
        /// should be misled about where a link leads.
        mutating func appendInterpolation(_ words: String) {
            if words.utf8.allSatisfy(Self.isPlain) { return text += words }
            for scalar in words.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                case _ where scalar.isUnsafeToPrint: continue
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        /// Whether a byte can stand as it is whatever is around it: most words and all pictures are made of such.
        private static func isPlain(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0x7E: true
            default: false
            }
        }
    }
}
