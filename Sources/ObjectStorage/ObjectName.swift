/// What `s3://bucket/key` names.
package struct ObjectName: Hashable, Sendable {
    package let bucket: String
    /// The key as it is, not encoded; empty for the bucket itself.
    package let key: String

    package init(bucket: String, key: String) {
        self.bucket = bucket
        self.key = key
    }

    /// Whether a text is meant to be one.
    package static func isMeant(by text: String) -> Bool {
        text.drop { $0.isWhitespace }.prefix(Self.scheme.count).lowercased() == Self.scheme
    }

    private static let scheme = "s3://"

    /// Reads a name; `nil` when the bucket's is none that S3 has, or the key holds what no server keeps apart.
    package init?(_ text: String) {
        guard Self.isMeant(by: text) else { return nil }
        let parts = text.dropFirst(Self.scheme.count)
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = String(parts[0])
        key = parts.count > 1 ? String(parts[1]) : ""
        guard Self.isBucket(bucket), key.utf8.count <= 1_024,
            !key.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
            !key.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else { return nil }
    }

    /// 3 to 63 lowercase letters, digits, dots and hyphens, the first and the last of them no punctuation.
    package static func isBucket(_ name: String) -> Bool {
        let isLetter: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        guard (3...63).contains(name.utf8.count), let first = name.utf8.first, let last = name.utf8.last else {
            return false
        }
        return isLetter(first) && isLetter(last)
            && name.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }
}
