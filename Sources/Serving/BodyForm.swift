internal import HTTPServer

/// What the body of a request is, told by its Content-Type.
enum BodyForm: Equatable, Sendable {
    /// An order, or many.
    case json
    /// The bytes of a file and nothing else.
    case file
    /// A form with a file in it; the header names what stands between its parts.
    case form(contentType: String)

    /// Throws 415 for everything else.
    init(_ head: RequestHead) throws(RequestFault) {
        let type = head.contentType ?? ""
        if type == "application/json" {
            self = .json
        } else if type == "multipart/form-data" {
            self = .form(contentType: head.first("content-type") ?? "")
        } else if type == "application/octet-stream" || ["image", "audio", "video"].contains(type.prefix { $0 != "/" })
        {
            // Which of them it is, its bytes will tell.
            self = .file
        } else {
            throw RequestFault(
                .mediaType,
                "Send an order as application/json, or a file as image/…, video/…, audio/…, application/octet-stream or multipart/form-data"
            )
        }
    }
}
