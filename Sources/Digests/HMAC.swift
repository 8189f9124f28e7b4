internal import CCrypto

/// Proofs that a text comes from whoever knows a key: HMAC with SHA-256, RFC 2104, over libcrypto.
package enum HMAC {
    /// The proof as 64 lowercase hexadecimal digits.
    package static func code(of text: String, key: [UInt8]) -> String { SHA256.hexadecimal(bytes(of: text, key: key)) }

    /// The 32 bytes of the proof, which may themselves be a key: for what the text says, and for nothing else.
    package static func bytes(of text: String, key: [UInt8]) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let text = Array(text.utf8)
        let made = unsafe affix_hmac_sha256(key, key.count, text, text.count, &code, &count)
        // Fails only where memory ran out; a proof of nothing must never be taken for one.
        precondition(made == 1 && count == 32, "libcrypto has no HMAC")
        return code
    }

    /// Whether a proof is the right one; the time it takes tells nothing of how much of it is.
    package static func proves(_ code: some StringProtocol, _ text: String, key: [UInt8]) -> Bool {
        let (one, other) = (Array(code.utf8), Array(Self.code(of: text, key: key).utf8))
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(one, other) { difference |= left ^ right }
        return difference == 0
    }
}
