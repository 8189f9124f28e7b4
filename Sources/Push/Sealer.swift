public import AttachmentModel

/// AES-256-GCM with one key, as the platform has it: libcrypto on a server, CryptoKit on a phone.
public protocol Sealer: Sendable {
    /// The name of the key, by which a reader finds the same.
    var keyID: String { get }

    /// Seals with a nonce that is random and never used twice under the key.
    ///
    /// - Returns: nonce (12 bytes), ciphertext (as long as the plaintext) and tag (16 bytes), one after the other: what
    ///   CryptoKit calls combined.
    func seal(_ plaintext: [UInt8], binding associatedData: [UInt8]) throws(PreparationError) -> [UInt8]

    /// Opens what `seal` made with the same key and associated data.
    ///
    /// - Throws: `payload-not-opened` when anything differs.
    func open(_ box: [UInt8], binding associatedData: [UInt8]) throws(PreparationError) -> [UInt8]
}
