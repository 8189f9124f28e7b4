package import AttachmentModel

/// An http or https URL, read strictly and kept byte for byte.
///
/// Signed URLs break when anything normalises them: path and query are passed on as they were written, apart from
/// blanks and other characters that no URL may hold, which are percent-encoded once.
package struct SourceLink: Hashable, Sendable {
    static let mostBytes = 8_192

    package let isSecure: Bool
    /// In lowercase ASCII; an IPv6 literal without its brackets.
    package let host: String
    package let port: Int
    /// Path and query; starts with a slash.
    let target: String

    init(isSecure: Bool, host: String, port: Int, target: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// Reads a whole URL; blanks and line ends around it do not matter.
    package init(_ text: String) throws(PreparationError) {
        let bytes = try Self.bytes(of: text)
        let reference = LinkReference(bytes)
        guard let scheme = reference.scheme else {
            throw PreparationError(.sourceInvalid, "The URL has no scheme such as https://")
        }
        guard scheme == "http" || scheme == "https" else {
            throw PreparationError(.sourceScheme, "The URL has the scheme \(scheme.prefix(32)), which is not fetched")
        }
        guard let authority = reference.authority else {
            throw PreparationError(.sourceInvalid, "The URL has no host: // is missing after \(scheme):")
        }
        let place = try LinkAuthority(authority)
        isSecure = scheme == "https"
        host = place.host
        port = place.port ?? (scheme == "https" ? 443 : 80)
        target = Self.target(path: reference.path, query: reference.query)
    }

    /// The scheme's own port.
    var defaultPort: Int { isSecure ? 443 : 80 }

    /// The host and the port: what serves this link.
    var authority: String { (host.contains(":") ? "[" + host + "]" : host) + ":\(port)" }

    /// The whole URL, as libcurl is given it.
    package var text: String {
        let place = host.contains(":") ? "[" + host + "]" : host
        return (isSecure ? "https://" : "http://") + place + (port == defaultPort ? "" : ":\(port)") + target
    }

    /// Trims, and refuses what no URL of any age may hold.
    static func bytes(of text: String) throws(PreparationError) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        bytes = bytes.drop(while: \.isBlankOrLineEnd)
        while let last = bytes.last, last.isBlankOrLineEnd { bytes.removeLast() }
        guard !bytes.isEmpty else { throw PreparationError(.sourceInvalid, "The URL is empty") }
        guard bytes.count <= mostBytes else {
            throw PreparationError(.sourceInvalid, "The URL is longer than \(mostBytes) bytes")
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw PreparationError(.sourceInvalid, "The URL holds a control character")
        }
        return bytes
    }

    static func target(path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?) -> String {
        let path = PercentCoding.repaired(path)
        let query = query.map { "?" + PercentCoding.repaired($0) } ?? ""
        return (path.hasPrefix("/") ? "" : "/") + path + query
    }
}

extension UInt8 {
    var isBlankOrLineEnd: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
