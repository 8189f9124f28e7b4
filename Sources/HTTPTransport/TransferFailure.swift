internal import AttachmentModel
internal import CCurl

/// Why libcurl gave a transfer up, on its way to one of our codes.
struct TransferFailure {
    private let result: CURLcode
    private let verifyResult: Int
    private let words: String
    private let hasHead: Bool

    /// - Parameter hasHead: whether the final head of the answer had come.
    init(_ result: CURLcode, verifyResult: Int, words: String, hasHead: Bool) {
        self.result = result
        self.verifyResult = verifyResult
        self.words = words
        self.hasHead = hasHead
    }

    /// The error for the caller; it names the host, never path or query.
    func problem(for call: HTTPCall) -> PreparationError {
        let detail = words.isEmpty ? unsafe String(cString: curl_easy_strerror(result)) : words
        return switch result {
        case CURLE_COULDNT_RESOLVE_HOST: PreparationError(.fetchName, detail: detail)
        case CURLE_COULDNT_CONNECT:
            PreparationError(
                .fetchConnect, "\(call.host) refused the connection on port \(call.port) or could not be reached",
                detail: detail)
        case CURLE_URL_MALFORMAT: PreparationError(.sourceInvalid, detail: detail)
        // Only its words tell a chunk that cannot be read from a connection that broke.
        case CURLE_RECV_ERROR where words.hasSuffix("in chunked-encoding"):
            PreparationError(.fetchUnreadableAnswer, detail: detail)
        case CURLE_PARTIAL_FILE: PreparationError(.fetchTruncated, detail: detail)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_GOT_NOTHING:
            PreparationError(
                .fetchTruncated, hasHead ? nil : "\(call.host) closed the connection without an answer", detail: detail)
        case CURLE_PEER_FAILED_VERIFICATION:
            PreparationError(
                certificateCode, certificateWords.map { "The certificate of \(call.host) \($0)" }, detail: detail)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            PreparationError(.fetchTLSOther, detail: detail)
        case CURLE_SSL_CACERT_BADFILE:
            PreparationError(
                .configurationInvalid, "The file of trusted certificates cannot be read (AFFIX_CA_FILE)", detail: detail
            )
        // What libcurl also says of a header line over 100 kB.
        case CURLE_OUT_OF_MEMORY:
            PreparationError(.fetchUnreadableAnswer, "A header of the answer is too long", detail: detail)
        default: PreparationError(.fetchUnreadableAnswer, detail: detail)
        }
    }

    /// OpenSSL's numbers for what is wrong with a chain.
    ///
    /// A wrong name is found by libcurl itself, once the chain was good and before it notes a number: 1 is what it
    /// begins with.
    private var certificateCode: PreparationError.Code {
        switch verifyResult {
        case 9, 10: .fetchTLSExpired
        case 0, 1, 62, 64: .fetchTLSName
        case 2, 18, 19, 20, 21, 27: .fetchTLSIssuer
        default: .fetchTLSOther
        }
    }

    /// What exactly is wrong with a chain, where one code stands for several faults.
    private var certificateWords: String? {
        switch verifyResult {
        case 9: "is not valid yet"
        case 10: "has expired"
        case 18: "is signed by itself and by nobody else"
        case 19: "leads to a root that is not trusted here"
        case 2, 20, 21:
            "is of an unknown issuer: the host leaves its intermediate certificate out, or its root is private"
        default: nil
        }
    }
}
