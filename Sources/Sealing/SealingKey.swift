internal import Digests

/// A key by its name; whatever prints it prints the name alone.
struct SealingKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let id: String
    private let bytes: [UInt8]

    /// - Parameter bytes: 32 of them.
    init(id: String, bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
    }

    var cipher: AES256GCM { AES256GCM(key: bytes) }

    /// What tells keys apart without giving them away: a digest of 256 random bits cannot be undone.
    var fingerprint: String {
        SHA256.digest(of: "affix sealing key " + bytes.map { String($0, radix: 16) }.joined(separator: " "))
    }

    var description: String { "key \(id)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
