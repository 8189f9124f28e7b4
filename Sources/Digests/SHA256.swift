internal import CCrypto

/// A SHA-256 in the making, over libcrypto.
///
/// It may change threads, since a value that cannot be copied is on one of them at a time.
@safe package struct SHA256: ~Copyable, Sendable {
    private nonisolated(unsafe) let context: OpaquePointer?

    package init() {
        unsafe context = EVP_MD_CTX_new()
        _ = unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        _ = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The digest as 64 lowercase hexadecimal digits.
    package consuming func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let isDone = unsafe EVP_DigestFinal_ex(context, &digest, nil)
        // libcrypto fails here only when it could not allocate; a digest of nothing must never name a file.
        precondition(isDone == 1, "libcrypto has no SHA-256")
        return Self.hexadecimal(digest)
    }

    /// The digest of a text's UTF-8.
    package static func digest(of text: String) -> String {
        var hash = SHA256()
        var text = text
        text.withUTF8 { bytes in unsafe hash.update(UnsafeRawBufferPointer(bytes)) }
        return hash.finish()
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
