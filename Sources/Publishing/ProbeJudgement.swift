internal import AttachmentModel
internal import HTTPTransport

/// Judges what a public address answers by what the strictest push client wants.
struct ProbeJudgement {
    let facts: MediaFacts

    /// What is wrong with the answer to a request for the whole file; `nil` when nothing is.
    func fault(inWhole head: HTTPHead) -> String? {
        if head.isRedirect { return "it redirects (status \(head.status)), which not every client follows" }
        guard head.status == 200 else { return "it answers with status \(head.status) instead of 200" }
        if let packing = head.first("content-encoding") { return "it comes packed (Content-Encoding \(packing.shown))" }
        guard let type = head.first("content-type") else { return "it has no Content-Type" }
        guard type == facts.kind.mime else { return "its Content-Type is \(type.shown) instead of \(facts.kind.mime)" }
        guard let length = head.first("content-length") else { return "it has no Content-Length" }
        guard length == String(facts.bytes) else {
            return "its Content-Length is \(length.shown) instead of \(facts.bytes)"
        }
        return nil
    }

    /// What is wrong with the answer to a request for the first `count` bytes.
    func fault(inPart head: HTTPHead, count: Int) -> String? {
        guard head.status == 206 else { return "it does not answer Range (status \(head.status) instead of 206)" }
        let wanted = "bytes 0-\(count - 1)/\(facts.bytes)"
        guard let range = head.first("content-range"), range.lowercased() == wanted else {
            return
                "it answers Range with \(head.first("content-range")?.shown ?? "no Content-Range") instead of \(wanted)"
        }
        return nil
    }
}

extension String {
    /// Short enough for a message.
    fileprivate var shown: String { String(prefix(80)) }
}
