internal import Digests

extension SigningKey {
    /// The signature of a callback: `t=TIME,v1=CODE`, the HMAC-SHA256 in hexadecimal of the time, a full stop and the body.
    ///
    /// No render link reads like this: it does not begin with a digit.
    ///
    /// - Parameter time: seconds since 1970, so that an old callback cannot be played again for ever.
    func signature(of body: String, at time: Int) -> String {
        "t=\(time),v1=" + HMAC.code(of: "\(time).\(body)", key: bytes)
    }
}
