/// Keeps an open file for whoever reads it later, and again.
package protocol FileHolder: AnyObject, Sendable {
    /// The descriptor, valid for as long as this lives.
    var number: Int32 { get }
}

/// A file without a name that this process holds open, such as an upload.
///
/// Two with the same bytes are equal: preparing one is preparing the other.
public struct HeldFile: Hashable, Sendable {
    /// What receipts and logs call it: it has no name that would say more.
    public static let word = "upload"

    /// The size in bytes.
    public let count: Int
    /// SHA-256 of the bytes, in hexadecimal.
    public let digest: String
    package let holder: any FileHolder

    package init(count: Int, digest: String, holder: any FileHolder) {
        self.count = count
        self.digest = digest
        self.holder = holder
    }

    /// Whether two hold the same bytes.
    public static func == (one: HeldFile, other: HeldFile) -> Bool { one.digest == other.digest }

    /// Hashes what makes it equal to others.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
