internal import AttachmentModel
internal import FlowControl
internal import HTTPTransport

extension OriginReport {
    /// What an answer says, as far as it matters.
    ///
    /// - Parameter firstByte: from the first request to the first byte of this answer.
    init(_ head: HTTPHead, redirects: [String], firstByte: Duration) {
        self.init(status: head.status, firstByteMilliseconds: firstByte.milliseconds)
        self.redirects = redirects
        contentType = head.shown("content-type")
        contentLength = head.bodyLength
        etag = head.shown("etag")
        lastModified = head.shown("last-modified")
        contentEncoding = head.shown("content-encoding")
        contentDisposition = head.shown("content-disposition")
        cacheControl = head.shown("cache-control")
    }
}

extension HTTPHead {
    fileprivate func shown(_ name: String) -> String? {
        first(name).map { String($0.prefix(OriginReport.mostHeaderCharacters)) }
    }
}
