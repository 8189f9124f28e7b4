public import AttachmentModel
internal import Digests
public import Push

/// The keys of a file, as sealers over libcrypto.
public struct KeyRing: Sendable {
    /// Every key, the one that seals first.
    public let sealers: [any Sealer]

    /// Reads a key file: `name:base64` on each line, readable by its owner alone.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - state: the folder in which a key's uses are counted.
    /// - Throws: `configuration-invalid` with what is wrong with the file, never with what stands in it.
    public init(file path: String, state: String) throws(PreparationError) {
        sealers = try KeyFile.keys(in: path).map { KeySealer($0, countingIn: state) }
    }
}

/// One key.
struct KeySealer: Sealer {
    let keyID: String
    private let cipher: AES256GCM
    private let counter: UseCounter

    init(_ key: SealingKey, countingIn folder: String) {
        keyID = key.id
        cipher = key.cipher
        counter = UseCounter(named: String(key.fingerprint.prefix(16)), in: folder)
    }

    func seal(_ plaintext: [UInt8], binding associatedData: [UInt8]) throws(PreparationError) -> [UInt8] {
        try counter.take()
        // The system's generator, which on Linux is the kernel's.
        var generator = SystemRandomNumberGenerator()
        let nonce = (0..<AES256GCM.nonceBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let sealed = cipher.seal(plaintext, nonce: nonce, binding: associatedData) else {
            throw PreparationError(.internalFault, "libcrypto could not seal", stage: .payload)
        }
        return nonce + sealed
    }

    func open(_ box: [UInt8], binding associatedData: [UInt8]) throws(PreparationError) -> [UInt8] {
        let (nonce, sealed) = (Array(box.prefix(AES256GCM.nonceBytes)), Array(box.dropFirst(AES256GCM.nonceBytes)))
        guard let plaintext = cipher.open(sealed, nonce: nonce, binding: associatedData) else {
            throw PreparationError(.payloadNotOpened, "The key \(keyID) does not open the envelope for this topic")
        }
        return plaintext
    }
}
