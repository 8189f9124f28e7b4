internal import AttachmentModel

extension PercentEncoding {
    /// A query whose names are in the order of their bytes: libcurl 7.88 signs path and query as they stand, so they must be
    /// written in the one form that servers compute for themselves.
    static func query(_ parts: [String: String]) -> String {
        parts.map { (encoded($0.key), encoded($0.value)) }.sorted { $0 < $1 }.map { $0 + "=" + $1 }
            .joined(separator: "&")
    }
}
