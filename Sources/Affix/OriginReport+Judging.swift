internal import AttachmentModel

extension OriginReport {
    /// Shorter than this a phone that comes back in the morning loads the file again.
    private static let shortestAge = 86_400
    /// An extension has about 30 seconds for everything; two before the first byte are too many of them.
    private static let slowestFirstByte = 2_000.0

    /// The same report with what its headers mean for clients.
    func judged() -> OriginReport {
        var report = self
        report.warnings = OriginWarning.allCases.filter(report.deserves)
        return report
    }

    private func deserves(_ warning: OriginWarning) -> Bool {
        switch warning {
        case .redirects: !redirects.isEmpty
        case .contentEncoding: contentEncoding.map { $0.lowercased() != "identity" } ?? false
        case .typeMissing: !Disagreement.isSpecific(contentType ?? "")
        case .attachmentDisposition: contentDisposition?.lowercased().hasPrefix("attachment") ?? false
        case .notCacheable: directives.contains { ["no-store", "no-cache", "private"].contains($0.name) }
        case .shortLived: age.map { $0 < Self.shortestAge } ?? false
        // The length of a packed body is withheld, and has its own warning.
        case .lengthMissing: contentLength == nil && contentEncoding == nil
        case .slowFirstByte: firstByteMilliseconds > Self.slowestFirstByte
        }
    }

    /// An answer is not taken for the present one for longer than this, whatever the host allows: a shop changes a
    /// picture under its old name and means it.
    static let longestFreshness = 3_600

    /// Seconds for which the answer holds without asking again.
    var freshness: Int {
        guard !deserves(.notCacheable) else { return 0 }
        return min(max(0, age ?? 0), Self.longestFreshness)
    }

    /// The report of an answer, updated by a later one that says that nothing has changed (RFC 9111, section 4.3.4).
    func updated(by later: OriginReport) -> OriginReport {
        var report = self
        report.etag = later.etag ?? etag
        report.lastModified = later.lastModified ?? lastModified
        report.cacheControl = later.cacheControl ?? cacheControl
        report.redirects = later.redirects
        report.firstByteMilliseconds = later.firstByteMilliseconds
        return report.judged()
    }

    /// Seconds for which a shared cache, else any, may keep the answer.
    private var age: Int? {
        let ages = directives.reduce(into: [String: Int]()) { ages, directive in
            if let value = Int(directive.value) { ages[directive.name] = value }
        }
        return ages["s-maxage"] ?? ages["max-age"]
    }

    /// The directives of Cache-Control (RFC 9111, section 5.2), names in lowercase.
    private var directives: [(name: String, value: String)] {
        (cacheControl ?? "").lowercased().split(separator: ",").map { directive in
            let parts = directive.split(separator: "=", maxSplits: 1)
            let words = parts.map { $0.filter { $0 != " " && $0 != "\"" } }
            return (words.first ?? "", words.count > 1 ? words[1] : "")
        }
    }
}
