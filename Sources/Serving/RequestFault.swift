/// What is wrong with a request itself, before any media is looked at.
struct RequestFault: Error, Sendable {
    /// The cause in stable text, with its status and what it means.
    enum Cause: String, CaseIterable, Sendable {
        case malformed = "request-malformed"
        /// A render link that nobody here has signed.
        case signature = "request-signature"
        /// A render link whose time has passed.
        case expired = "request-expired"
        case unauthorized = "request-unauthorized"
        case forbidden = "request-forbidden"
        case notFound = "request-not-found"
        case method = "request-method"
        case tooLarge = "request-too-large"
        case mediaType = "request-media-type"
        case tooMany = "request-too-many"
        case late = "request-late"

        var status: Int {
            switch self {
            case .malformed: 400
            case .signature, .expired: 403
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .method: 405
            case .tooLarge: 413
            case .mediaType: 415
            case .tooMany: 429
            case .late: 408
            }
        }

        var meaning: String {
            switch self {
            case .malformed: "The request cannot be understood"
            case .signature: "The link is not one that was signed here"
            case .expired: "The time of the link has passed"
            case .unauthorized: "The request needs a token that is known here"
            case .forbidden: "The request is not allowed to whoever makes it"
            case .notFound: "There is nothing at this address"
            case .method: "This address takes other methods"
            case .tooLarge: "The body is larger than what is taken"
            case .mediaType: "The body is of a type that is not taken here"
            case .tooMany: "Too many requests came with this token"
            case .late: "The body did not come in time"
            }
        }
    }

    let cause: Cause
    /// What happened in this case, for people.
    let message: String
    var headers: [(name: String, value: String)] = []

    init(_ cause: Cause, _ message: String) {
        self.cause = cause
        self.message = message
    }
}
