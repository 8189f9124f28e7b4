internal import Digests

/// Names a piece of work, or an item of a manifest, by what it asks for: the first half of a SHA-256.
///
/// 128 bits are enough that among a billion items no two share a name, and half as much to remember.
package struct Fingerprint: Hashable, Sendable {
    /// 32 lowercase hexadecimal digits.
    package let text: String

    /// Names what a text says.
    package init(of text: String) {
        self.text = String(SHA256.digest(of: text).prefix(32))
    }

    /// Reads the digits back; `nil` when they are none.
    package init?(text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Self.value(of: $0) != nil }) else { return nil }
        self.text = text
    }

    /// The sixteen bytes that the digits stand for.
    var bytes: [UInt8] {
        let digits = text.utf8.compactMap(Self.value)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
