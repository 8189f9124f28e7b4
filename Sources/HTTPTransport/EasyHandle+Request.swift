internal import AttachmentModel
internal import CCurl

extension EasyHandle {
    /// What is taken from a socket at once.
    ///
    /// Only what was really received takes memory: a slow host's buffer stays small.
    private static let receiveBytes = BodyStage.bytes

    /// Writes the request down, and every rule that guards it; `false` when libcurl refuses one of them.
    mutating func prepare(for call: HTTPCall) -> Bool {
        setRequest(call) && setMethod(call.method) && sign(call.signature)
            && setGuards(keepingConnection: call.signature != nil) && setSecurity(call.caFile) && setVersion(of: call)
            && pin(call)
            && shareConnectTime(call)
    }

    private mutating func setRequest(_ call: HTTPCall) -> Bool {
        // Identity is asked for. Hosts that encode all the same are decoded by us: libcurl does not say where the
        // encoded form ended, so it takes half a gzip file for a whole one.
        set(CURLOPT_URL, call.url) && set(CURLOPT_PATH_AS_IS, 1) && set(CURLOPT_USERAGENT, call.userAgent)
            && set(CURLOPT_HTTP_CONTENT_DECODING, 0) && set(CURLOPT_BUFFERSIZE, Self.receiveBytes)
            && set(
                CURLOPT_HTTPHEADER,
                call.acceptance.lines + call.method.lines + call.headers.map { $0.name + ": " + $0.value }
                    + (call.signature?.sessionToken.map { ["x-amz-security-token: " + $0] } ?? []))
    }

    /// The transfer itself gives libcurl the body of a `put` or `post`.
    private mutating func setMethod(_ method: HTTPMethod) -> Bool {
        switch method {
        case .get, .put: true
        case .head: set(CURLOPT_NOBODY, 1)
        case .delete: set(CURLOPT_CUSTOMREQUEST, "DELETE")
        case .post: set(CURLOPT_CUSTOMREQUEST, "POST")
        }
    }

    private mutating func sign(_ signature: HTTPSignature?) -> Bool {
        guard let signature else { return true }
        return set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3") && set(CURLOPT_USERNAME, signature.accessKey)
            && set(CURLOPT_PASSWORD, signature.secretKey)
    }

    private mutating func setGuards(keepingConnection isKept: Bool) -> Bool {
        // No connection to a stranger serves two exchanges. libcurl throws an idle one away when there is something to read on it, but
        // an answer nobody asked for may come later, and nothing in HTTP/1.1 says which request it belongs to. Over
        // HTTP/2 it would be safe; there a connection anew costs two round trips and about 1 ms of processor time.
        set(CURLOPT_FRESH_CONNECT, isKept ? 0 : 1) && set(CURLOPT_FORBID_REUSE, isKept ? 0 : 1)
            && set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_PROTOCOLS_STR, "http,https")
            && set(CURLOPT_PROXY, "") && set(CURLOPT_NOPROXY, "*") && set(CURLOPT_NETRC, 0)
    }

    private mutating func setSecurity(_ caFile: String?) -> Bool {
        set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
            && (caFile.map { set(CURLOPT_CAINFO, $0) } ?? true)
            && (caFile != nil || hasRootsFile ? forget(CURLOPT_CAPATH) : true)
    }

    /// Where connections are kept, HTTP/2 would put everything that is sent at once onto one of them.
    private mutating func setVersion(of call: HTTPCall) -> Bool {
        set(CURLOPT_HTTP_VERSION, call.signature == nil ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    }

    /// Tells libcurl how long connecting may take, so that a deaf address leaves time for the host's next one.
    private mutating func shareConnectTime(_ call: HTTPCall) -> Bool {
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(call.budgets.connect / .milliseconds(1))))
    }

    /// Ties the name to the judged addresses.
    ///
    /// A literal address needs no tie, and libcurl has no syntax for one with colons.
    private mutating func pin(_ call: HTTPCall) -> Bool {
        guard let judged = call.addresses, !call.host.contains(":") else { return true }
        let addresses = judged.map { $0.contains(":") ? "[" + $0 + "]" : $0 }
        return set(CURLOPT_RESOLVE, ["+\(call.host):\(call.port):" + addresses.joined(separator: ",")])
    }
}
