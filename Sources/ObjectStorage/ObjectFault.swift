package import AttachmentModel
internal import HTTPTransport

extension ObjectAnswer {
    /// Whether the same request may succeed in a moment.
    ///
    /// 409 is what a storage says that decides between two writers of one object.
    var mayPassSoon: Bool { [408, 409, 429, 500, 502, 503, 504].contains(status) || fault == "SlowDown" }

    /// What an answer that is no success means for whoever publishes.
    package func problem(_ name: ObjectName, at endpoint: ObjectEndpoint) -> PreparationError {
        let detail = "status \(status)" + (fault.map { " " + $0 } ?? "")
        func problem(_ code: PreparationError.Code, _ words: String) -> PreparationError {
            PreparationError(code, words, detail: detail)
        }
        let host = endpoint.words
        if Self.fullness.contains(fault ?? "") || status == 507 {
            return problem(.publishNoSpace, "The storage at \(host) is full")
        }
        if fault == "EntityTooLarge" || status == 413 {
            return problem(.publishDenied, "The storage at \(host) takes no object of this size")
        }
        if let region = elsewhere {
            return problem(
                .configurationInvalid, "The bucket \(name.bucket) lies in the region \(region): set AWS_REGION to that")
        }
        switch status {
        case 404: return problem(.configurationInvalid, "There is no bucket \(name.bucket) at \(host)")
        case 401, 403:
            return problem(
                .publishDenied, "The storage at \(host) refuses the key, or what it may do with \(name.bucket)")
        case 300..<400:
            return problem(.configurationInvalid, "\(host) is not where \(name.bucket) is: it sends elsewhere")
        case 408, 409, 429, 500...:
            return problem(
                .publishUnreachable, "The storage at \(host) fails, and a full one may say no more than that")
        default: return problem(.publishFailed, "The storage at \(host) does not take what it is sent")
        }
    }

    /// What different servers say of a disk or a share that is full.
    private static let fullness: Set<String> = [
        "InsufficientStorage", "XMinioStorageFull", "QuotaExceeded", "XMinioAdminBucketQuotaExceeded",
        "InsufficientCapacity",
    ]

    /// The region that the bucket is in, when that is why the request was refused.
    private var elsewhere: String? {
        guard status == 301 || status == 307 || fault == "AuthorizationHeaderMalformed" || fault == "PermanentRedirect"
        else { return nil }
        let region = head.first("x-amz-bucket-region") ?? text.first("Region") ?? ""
        let isRegion = region.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        return !region.isEmpty && region.utf8.count <= 32 && isRegion ? region : nil
    }
}
