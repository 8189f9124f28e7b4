package import AttachmentModel

/// One entry of a manifest that is to be answered in this run.
struct BatchJob: Sendable {
    /// Its place among this run's jobs.
    var number: Int
    let entry: ManifestEntry
    /// The item's name in the journal.
    let key: Fingerprint
    /// What has to be done; `nil` when there is nothing to do.
    ///
    /// Items with different names may ask for the same.
    let work: Fingerprint?
    /// The host that is asked; `nil` when none is.
    let host: String?

    /// - Parameter purpose: what is made of the item, in a text that differs where answers differ.
    init(_ entry: ManifestEntry, number: Int, purpose: (ManifestItem) -> String) {
        self.number = number
        self.entry = entry
        switch entry.content {
        case .success(let item):
            let work = Fingerprint(of: purpose(item) + "\n" + item.source.identity)
            self.work = work
            key = item.id.map { Fingerprint(of: work.text + "\n" + $0) } ?? work
            host = item.source.host
        case .failure:
            work = nil
            key = Fingerprint(of: "line\n" + entry.place)
            host = nil
        }
    }
}

extension MediaSource {
    /// A text that no other source has.
    fileprivate var identity: String {
        switch self {
        case .link(let link): "link " + link
        case .file(let path): "file " + path
        case .data(let link): "data " + link
        case .standardInput: "-"
        case .bytes(let bytes): "bytes " + String(decoding: bytes, as: UTF8.self)
        case .held(let file): "held " + file.digest
        }
    }

    /// Host and port as they stand in a link, in lowercase; only for keeping hosts apart.
    package var host: String? {
        guard case .link(let link) = self, let scheme = link.utf8Range(of: "://") else { return nil }
        let authority = link[scheme...].prefix { !"/\\?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return host.isEmpty ? nil : host.lowercased()
    }
}

extension String {
    /// The place behind the first occurrence of an ASCII text.
    fileprivate func utf8Range(of text: String) -> Index? {
        var rest = self[...]
        while let first = rest.firstIndex(of: text.first ?? " ") {
            if self[first...].hasPrefix(text) { return index(first, offsetBy: text.count) }
            rest = rest[index(after: first)...]
        }
        return nil
    }
}
