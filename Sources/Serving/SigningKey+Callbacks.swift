internal import Digests

extension SigningKey {
    /// What callbacks are signed with: the HMAC-SHA256 of a label, under the key of the links.
    ///
    /// Whoever is told of jobs needs no more than this, and can sign no link with it.
    var ofCallbacks: [UInt8] { HMAC.bytes(of: "affix-callback", key: bytes) }

    /// The signature of a callback: `t=TIME,v1=CODE`, the HMAC-SHA256 in hexadecimal of the time, a full stop and the body.
    ///
    /// - Parameter time: seconds since 1970, so that an old callback cannot be played again for ever.
    func signature(of body: String, at time: Int) -> String {
        "t=\(time),v1=" + HMAC.code(of: "\(time).\(body)", key: ofCallbacks)
    }
}
