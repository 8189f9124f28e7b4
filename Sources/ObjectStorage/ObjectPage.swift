package import AttachmentModel
package import FlowControl
internal import FoundationEssentials
internal import HTTPTransport

/// One page of a list of objects.
package struct ObjectPage: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let bytes: Int
        /// When it was written, in seconds since 1970.
        package let time: Int
    }

    package let entries: [Entry]
    /// What the next page is asked for with; `nil` after the last one.
    package let next: String?

    init?(_ text: AnswerText) {
        guard text.has("ListBucketResult") else { return nil }
        var entries: [Entry] = []
        for content in text.each("Contents") {
            guard let key = content.first("Key"), let bytes = content.first("Size").flatMap({ Int($0) }), bytes >= 0,
                let time = content.first("LastModified").flatMap(Self.seconds)
            else { return nil }
            entries.append(Entry(key: key, bytes: bytes, time: time))
        }
        self.entries = entries
        let isCut = text.first("IsTruncated")?.lowercased() == "true"
        next = isCut ? text.first("NextContinuationToken") : nil
        // A list that breaks off without saying how to go on would pass for a whole one.
        if isCut, next == nil { return nil }
    }

    /// An instant such as `2030-01-01T00:00:00.000Z`, its fraction left out.
    private static func seconds(_ text: String) -> Int? {
        guard text.hasSuffix("Z"), text.utf8.count >= 20 else { return nil }
        let date = try? Date(text.prefix(19) + "Z", strategy: .iso8601)
        return date.map { Int($0.timeIntervalSince1970) }
    }
}

extension ObjectStore {
    /// One page of the objects whose keys begin with a prefix.
    ///
    /// - Parameter most: objects on a page; storages give no more than 1,000.
    package func page(
        of bucket: String, prefix: String, after token: String?, until deadline: Deadline, most: Int = 1_000
    ) async throws(PreparationError) -> ObjectPage {
        var query = ["list-type": "2", "max-keys": String(most), "prefix": prefix]
        query["continuation-token"] = token
        let name = ObjectName(bucket: bucket, key: "")
        let answer = try await answer(ObjectRequest(.get, name, query: query), until: deadline)
        guard answer.status == 200 else { throw answer.problem(name, at: endpoint) }
        guard let page = ObjectPage(answer.text) else {
            throw PreparationError(
                .publishFailed, "The storage at \(endpoint.words) lists objects in a way that cannot be read")
        }
        return page
    }
}
