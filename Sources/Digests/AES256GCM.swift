internal import CCrypto

/// AES-256 in Galois/Counter Mode with nonces of 96 bits and tags of 128 (NIST SP 800-38D), over libcrypto.
package struct AES256GCM: Sendable {
    package static let keyBytes = 32
    package static let nonceBytes = 12
    package static let tagBytes = 16

    private let key: [UInt8]

    /// - Parameter key: 32 bytes.
    package init(key: [UInt8]) {
        precondition(key.count == Self.keyBytes, "a key of AES-256 has 32 bytes")
        self.key = key
    }

    /// The ciphertext, as long as the plaintext, and behind it the tag; `nil` when libcrypto had no memory.
    ///
    /// - Parameter nonce: 12 bytes, never used before under this key.
    package func seal(_ plaintext: [UInt8], nonce: [UInt8], binding data: [UInt8]) -> [UInt8]? {
        precondition(nonce.count == Self.nonceBytes, "a nonce has 12 bytes")
        let context = CipherContext()
        var sealed = [UInt8](repeating: 0, count: plaintext.count)
        var tag = [UInt8](repeating: 0, count: Self.tagBytes)
        guard context.begin(key, nonce, encrypts: true), context.bind(data), context.turn(plaintext, into: &sealed),
            context.finish(), context.read(&tag)
        else { return nil }
        return sealed + tag
    }

    /// The plaintext; `nil` when key, nonce, associated data, ciphertext or tag is not what it was.
    package func open(_ sealed: [UInt8], nonce: [UInt8], binding data: [UInt8]) -> [UInt8]? {
        guard nonce.count == Self.nonceBytes, sealed.count >= Self.tagBytes else { return nil }
        let context = CipherContext()
        let ciphertext = Array(sealed.dropLast(Self.tagBytes))
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
        guard context.begin(key, nonce, encrypts: false), context.bind(data),
            context.turn(ciphertext, into: &plaintext), context.expect(Array(sealed.suffix(Self.tagBytes))),
            context.finish()
        else { return nil }
        return plaintext
    }
}

/// One encryption or decryption of libcrypto's.
@safe private struct CipherContext: ~Copyable {
    private let context: OpaquePointer?

    init() {
        unsafe context = EVP_CIPHER_CTX_new()
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    func begin(_ key: [UInt8], _ nonce: [UInt8], encrypts: Bool) -> Bool {
        unsafe EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, encrypts ? 1 : 0) == 1
    }

    /// Feeds what the tag vouches for although it is not encrypted.
    func bind(_ data: [UInt8]) -> Bool {
        guard let count = Int32(exactly: data.count) else { return false }
        var written: Int32 = 0
        return unsafe count == 0 || EVP_CipherUpdate(context, nil, &written, data, count) == 1
    }

    /// - Parameter output: as long as the input.
    func turn(_ input: [UInt8], into output: inout [UInt8]) -> Bool {
        guard let count = Int32(exactly: input.count) else { return false }
        var written: Int32 = 0
        return unsafe count == 0 || EVP_CipherUpdate(context, &output, &written, input, count) == 1
    }

    /// Ends it; of a decryption `false` when the tag is another.
    func finish() -> Bool {
        // GCM has nothing left to write here, but the function wants a place to write to.
        var rest = [UInt8](repeating: 0, count: 16)
        var written: Int32 = 0
        return unsafe EVP_CipherFinal_ex(context, &rest, &written) == 1
    }

    func read(_ tag: inout [UInt8]) -> Bool {
        unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    }

    func expect(_ tag: [UInt8]) -> Bool {
        var tag = tag
        return unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
    }
}
