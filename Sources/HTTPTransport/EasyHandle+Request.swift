internal import AttachmentModel
internal import CCurl

extension EasyHandle {
    /// Never WebP or AVIF by name: a content network that picks by this header then sends what iOS shows.
    private static let accept =
        "image/jpeg, image/png, image/gif, video/mp4, audio/mpeg, audio/mp4, audio/wav, audio/aiff, "
        + "image/*;q=0.2, */*;q=0.1"

    /// What is taken from a socket at once.
    ///
    /// Only what was really received takes memory: a slow host's buffer stays small.
    private static let receiveBytes = BodyStage.bytes

    /// Writes the request down, and every rule that guards it; `false` when libcurl refuses one of them.
    mutating func prepare(for call: HTTPCall) -> Bool {
        setRequest(call) && setGuards() && setSecurity(call.caFile) && pin(call) && shareConnectTime(call)
    }

    private mutating func setRequest(_ call: HTTPCall) -> Bool {
        // Identity is asked for. Hosts that encode all the same are decoded by us: libcurl does not say where the
        // encoded form ended, so it takes half a gzip file for a whole one.
        set(CURLOPT_URL, call.url) && set(CURLOPT_PATH_AS_IS, 1) && set(CURLOPT_USERAGENT, call.userAgent)
            && set(CURLOPT_HTTP_CONTENT_DECODING, 0) && set(CURLOPT_BUFFERSIZE, Self.receiveBytes)
            && set(
                CURLOPT_HTTPHEADER,
                ["Accept: " + Self.accept, "Accept-Encoding: identity"]
                    + call.headers.map { $0.name + ": " + $0.value })
    }

    private mutating func setGuards() -> Bool {
        // No connection serves two exchanges. libcurl throws an idle one away when there is something to read on it, but
        // an answer nobody asked for may come later, and nothing in HTTP/1.1 says which request it belongs to. Over
        // HTTP/2 it would be safe; there a connection anew costs two round trips and about 1 ms of processor time.
        set(CURLOPT_FRESH_CONNECT, 1) && set(CURLOPT_FORBID_REUSE, 1)
            && set(CURLOPT_NOSIGNAL, 1) && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_PROTOCOLS_STR, "http,https")
            && set(CURLOPT_PROXY, "") && set(CURLOPT_NOPROXY, "*") && set(CURLOPT_NETRC, 0)
    }

    private mutating func setSecurity(_ caFile: String?) -> Bool {
        set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
            && set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            && (caFile.map { set(CURLOPT_CAINFO, $0) } ?? true)
            && (caFile != nil || hasRootsFile ? forget(CURLOPT_CAPATH) : true)
    }

    /// Tells libcurl how long connecting may take, so that a deaf address leaves time for the host's next one.
    private mutating func shareConnectTime(_ call: HTTPCall) -> Bool {
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(call.budgets.connect / .milliseconds(1))))
    }

    /// Ties the name to the judged addresses.
    ///
    /// A literal address needs no tie, and libcurl has no syntax for one with colons.
    private mutating func pin(_ call: HTTPCall) -> Bool {
        guard !call.host.contains(":") else { return true }
        let addresses = call.addresses.map { $0.contains(":") ? "[" + $0 + "]" : $0 }
        return set(CURLOPT_RESOLVE, ["+\(call.host):\(call.port):" + addresses.joined(separator: ",")])
    }
}
