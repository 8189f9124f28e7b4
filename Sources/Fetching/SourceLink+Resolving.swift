package import AttachmentModel

extension SourceLink {
    /// Reads a `Location` as seen from this link (RFC 3986, section 5.2).
    package func resolving(_ reference: String) throws(PreparationError) -> SourceLink {
        let parts = LinkReference(try Self.bytes(of: reference))
        if parts.scheme != nil { return try SourceLink(reference) }
        if let authority = parts.authority {
            let place = try LinkAuthority(authority)
            return SourceLink(
                isSecure: isSecure, host: place.host, port: place.port ?? defaultPort,
                target: Self.target(path: Self.withoutDots(parts.path), query: parts.query))
        }
        let own = Array(target.utf8)[...]
        let ownPath = own.prefix { $0 != UInt8(ascii: "?") }
        guard !parts.path.isEmpty else {
            let ownQuery = ownPath.endIndex < own.endIndex ? own[(ownPath.endIndex + 1)...] : nil
            return withTarget(path: ownPath, query: parts.query ?? ownQuery)
        }
        guard parts.path.first != UInt8(ascii: "/") else {
            return withTarget(path: Self.withoutDots(parts.path), query: parts.query)
        }
        let folder = ownPath[..<((ownPath.lastIndex(of: UInt8(ascii: "/")) ?? ownPath.startIndex) + 1)]
        return withTarget(path: Self.withoutDots(folder + parts.path), query: parts.query)
    }

    private func withTarget(path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?) -> SourceLink {
        SourceLink(isSecure: isSecure, host: host, port: port, target: Self.target(path: path, query: query))
    }

    /// Section 5.2.4: `.` and `..` are worked off; empty segments stay.
    private static func withoutDots(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let slash = UInt8(ascii: "/")
        var kept: [ArraySlice<UInt8>] = []
        var segments = path.split(separator: slash, omittingEmptySubsequences: false)
        if path.first == slash { segments.removeFirst() }
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch String(decoding: segment, as: UTF8.self) {
            case ".": if isLast { kept.append([]) }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append([]) }
            default: kept.append(segment)
            }
        }
        return kept.reduce(into: []) { $0 += [slash] + $1 }
    }
}
