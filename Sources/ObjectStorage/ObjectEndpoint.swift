package import AttachmentModel

/// Where a storage is reached, and how its buckets stand in URLs.
package struct ObjectEndpoint: Hashable, Sendable {
    /// Where the bucket's name goes.
    package enum Style: String, CaseIterable, Sendable {
        /// Into the path for a configured endpoint, into the host for Amazon's own.
        case auto
        /// `https://endpoint/bucket/key`
        case path
        /// `https://bucket.endpoint/key`
        case host
    }

    private let isSecure: Bool
    /// In lowercase; an IPv6 literal without its brackets.
    private let host: String
    private let port: Int
    private let isAmazon: Bool
    private let style: Style

    /// The endpoint of Amazon's own storage in a region.
    package init(region: String, style: Style = .auto) {
        isSecure = true
        host = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        port = 443
        isAmazon = true
        self.style = style
    }

    /// Reads a configured endpoint: scheme, host and perhaps a port, nothing else.
    package init(_ text: String, style: Style = .auto) throws(PreparationError) {
        let lowered = text.lowercased()
        isSecure = lowered.hasPrefix("https://")
        guard isSecure || lowered.hasPrefix("http://") else {
            throw Self.fault("it must start with https:// or http://")
        }
        var authority = lowered.dropFirst(isSecure ? 8 : 7)
        while authority.last == "/" { authority.removeLast() }
        let isAllowed: (UInt8) -> Bool = { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-._:[]".utf8.contains(byte)
        }
        guard !authority.isEmpty, authority.utf8.allSatisfy(isAllowed) else {
            throw Self.fault("it must be a host and perhaps a port, without user, path or query")
        }
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let name = authority[..<(colon ?? authority.endIndex)]
        let isLiteral = name.hasPrefix("[") && name.hasSuffix("]")
        guard !name.isEmpty, isLiteral || !name.contains(where: { "[]:".contains($0) }) else {
            throw Self.fault("its host cannot be read")
        }
        host = isLiteral ? String(name.dropFirst().dropLast()) : String(name)
        if let colon {
            guard let number = Int(authority[authority.index(after: colon)...]), (1...65_535).contains(number) else {
                throw Self.fault("its port cannot be read")
            }
            port = number
        } else {
            port = isSecure ? 443 : 80
        }
        isAmazon = false
        self.style = style
    }

    private static func fault(_ words: String) -> PreparationError {
        PreparationError(.configurationInvalid, "The S3 endpoint (AWS_ENDPOINT_URL) cannot be used: \(words)")
    }

    /// Host and port without the bucket, for messages.
    package var words: String { authority(host) }

    /// Where an object is reached.
    func place(of name: ObjectName, query: [String: String]) -> (url: String, host: String, port: Int) {
        let isInHost = putsBucketIntoHost(name.bucket)
        let host = isInHost ? name.bucket + "." + host : host
        let path = "/" + (isInHost ? "" : name.bucket + (name.key.isEmpty ? "" : "/"))
        let url =
            (isSecure ? "https://" : "http://") + authority(host) + path
            + PercentEncoding.encoded(name.key, keepingSlash: true)
        return (query.isEmpty ? url : url + "?" + PercentEncoding.query(query), host, port)
    }

    /// A bucket with a dot is no single label: Amazon's certificate does not cover it as part of a host.
    private func putsBucketIntoHost(_ bucket: String) -> Bool {
        switch style {
        case .path: false
        case .host: true
        case .auto: isAmazon && !bucket.contains(".")
        }
    }

    private func authority(_ host: String) -> String {
        let place = host.contains(":") ? "[" + host + "]" : host
        return port == (isSecure ? 443 : 80) ? place : place + ":\(port)"
    }
}
