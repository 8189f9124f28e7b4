package import AttachmentModel

/// The public address of a shelf: what stands before a key in the URLs that phones fetch.
package struct ShelfAddress: Hashable, Sendable {
    private let base: String
    /// Whether phones can fetch from it.
    package let isPublic: Bool

    /// Reads a base URL.
    ///
    /// Only https is public; http is for development and must be allowed.
    package init(base: String, allowHTTP: Bool) throws(PreparationError) {
        let isSecure = base.hasPrefix("https://")
        guard isSecure || base.hasPrefix("http://") else {
            throw Self.fault("it must start with https://")
        }
        guard isSecure || allowHTTP else {
            throw Self.fault("phones refuse http; for development allow it with --allow-http-base")
        }
        guard base.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !base.contains("?"), !base.contains("#"),
            !base.contains("@")
        else {
            throw Self.fault("it must have no user, query, fragment, blank or letter outside ASCII")
        }
        let bare = base.reversed().drop { $0 == "/" }.reversed()
        guard let authority = base.drop(while: { $0 != "/" }).dropFirst(2).first, authority != "/", authority != ":"
        else {
            throw Self.fault("it names no host")
        }
        self.base = String(bare)
        isPublic = isSecure
    }

    /// The host, an IPv6 literal without its brackets, as far as there is one.
    var host: String {
        let authority = authority
        return String(
            authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" })
    }

    /// The port, else the scheme's own.
    var port: Int {
        let digits = authority.drop { $0 != "]" && authority.first == "[" }.drop { $0 != ":" }.dropFirst()
        return Int(digits) ?? (base.hasPrefix("https://") ? 443 : 80)
    }

    private var authority: Substring {
        base.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
    }

    /// Stands in when there is no base URL: the files themselves.
    ///
    /// - Parameter folder: an absolute path.
    package init(folder: String) {
        base = "file://" + PercentEncoding.encoded(folder, keepingSlash: true)
        isPublic = false
    }

    /// Stands in when there is no base URL for a storage: the objects' names, which no phone can fetch.
    package init(bucket: String, prefix: String) {
        base = "s3://" + bucket + "/" + PercentEncoding.encoded(prefix, keepingSlash: true)
        isPublic = false
    }

    package func url(for key: ShelfKey) -> String {
        base + (base.hasSuffix("/") ? "" : "/") + key.path
    }

    private static func fault(_ words: String) -> PreparationError {
        PreparationError(.configurationInvalid, "The base URL cannot be used: \(words)")
    }
}
