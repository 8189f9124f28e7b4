import Digests
import Testing

struct AES256GCMTests {
    /// A row of the GCM submission to NIST (McGrew and Viega, appendix B).
    ///
    /// These are its test cases 13 to 16, those of AES-256 with nonces of 96 bits.
    struct Vector: Sendable {
        let key: String
        let nonce: String
        let data: String
        let plaintext: String
        let sealed: String
    }

    private static let longKey = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
    private static let longText =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
        + "b16aedf5aa0de657ba637b39"
    private static let longCipher =
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
        + "c5f61e6393ba7a0abcc9f662"

    static let vectors = [
        Vector(
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12), data: "", plaintext: "",
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12), data: "",
            plaintext: String(repeating: "00", count: 16),
            sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            key: longKey, nonce: "cafebabefacedbaddecaf888", data: "", plaintext: longText + "1aafd255",
            sealed: longCipher + "898015ad" + "b094dac5d93471bdec1a502270e3cc6c"),
        Vector(
            key: longKey, nonce: "cafebabefacedbaddecaf888", data: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            plaintext: longText, sealed: longCipher + "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    @Test(arguments: vectors) func `the vectors of the standard are sealed and opened`(vector: Vector) {
        let cipher = AES256GCM(key: bytes(vector.key))
        let (nonce, data) = (bytes(vector.nonce), bytes(vector.data))
        #expect(cipher.seal(bytes(vector.plaintext), nonce: nonce, binding: data) == bytes(vector.sealed))
        #expect(cipher.open(bytes(vector.sealed), nonce: nonce, binding: data) == bytes(vector.plaintext))
    }

    @Test func `what was changed in any bit does not open`() {
        let cipher = AES256GCM(key: bytes(Self.longKey))
        let (nonce, data) = ([UInt8](repeating: 7, count: 12), [UInt8]("topic".utf8))
        guard let sealed = cipher.seal(Array("Hello".utf8), nonce: nonce, binding: data) else {
            Issue.record("not sealed")
            return
        }
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(cipher.open(changed, nonce: nonce, binding: data) == nil)
        }
        #expect(cipher.open(sealed, nonce: nonce, binding: Array("topics".utf8)) == nil)
        #expect(cipher.open(sealed, nonce: nonce.reversed().map { $0 + 1 }, binding: data) == nil)
        #expect(cipher.open(Array(sealed.prefix(15)), nonce: nonce, binding: data) == nil)
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}
