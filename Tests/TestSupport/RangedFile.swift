/// A file that an origin gives out whole, or in parts to those who ask for one (RFC 9110, section 14).
package struct RangedFile: Sendable {
    package let bytes: [UInt8]
    package let type: String
    package let etag: String

    package init(_ bytes: [UInt8], type: String, etag: String = "\"v1\"") {
        self.bytes = bytes
        self.type = type
        self.etag = etag
    }

    func answer(to request: String) -> LoopbackOrigin.Answer {
        guard let range = asked(in: request), request.contains("\r\nIf-Range: \(etag)\r\n") else {
            return .ok(bytes, type: type, headers: ["ETag: " + etag, "Accept-Ranges: bytes"])
        }
        return .ok(
            Array(bytes[range]), type: type, status: "206 Partial Content",
            headers: [
                "ETag: " + etag, "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)",
            ])
    }

    private func asked(in request: String) -> Range<Int>? {
        let line = request.split(separator: "\r\n").first { $0.hasPrefix("Range: bytes=") }
        let ends = line?.dropFirst("Range: bytes=".count).split(separator: "-").compactMap { Int($0) } ?? []
        guard let first = ends.first, first < bytes.count else { return nil }
        return first..<min(bytes.count, (ends.count > 1 ? ends[1] : bytes.count - 1) + 1)
    }
}

extension LoopbackOrigin.Answer {
    /// Serves the file, and parts of it.
    package static func file(_ file: RangedFile) -> LoopbackOrigin.Answer { LoopbackOrigin.Answer([.file(file)]) }
}
