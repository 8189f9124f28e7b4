public import AttachmentModel

/// What stands under `sealed`: all that it takes to open it, but the key.
///
/// Under `sealed`: `v` (1), `kid` (the key's name), `exp` (UNIX seconds after which it is not opened) and `box` (base64 of
/// nonce, ciphertext and tag). The associated data is the UTF-8 of `affix.sealed.1`, `kid`, the topic and `exp`, each but the
/// last followed by a line feed; the topic is the app's own bundle ID, so that an envelope opens in its app alone.
public struct SealedEnvelope: Hashable, Sendable {
    /// The name it stands under.
    public static let key = "sealed"
    /// The form described here.
    static let version = 1
    /// Bytes that sealing adds: the nonce of 96 bits and the tag of 128 (NIST SP 800-38D).
    static let overhead = 12 + 16
    /// Seconds that an envelope outlives the push, for phones whose clocks are fast.
    static let grace = 3_600

    /// The name of the key.
    public var keyID: String
    /// UNIX seconds after which it is not opened.
    public var expiry: Int
    /// Nonce, ciphertext and tag.
    public var box: [UInt8]

    init(keyID: String, expiry: Int, box: [UInt8]) {
        self.keyID = keyID
        self.expiry = expiry
        self.box = box
    }

    /// Reads the envelope of a payload.
    ///
    /// - Throws: `payload-not-opened` when there is none that can be read.
    public init(of payload: JSONValue) throws(PreparationError) {
        guard let json = payload[Self.key] else { throw Self.fault("The payload is not sealed") }
        guard json["v"]?.wholeNumber == Self.version else {
            throw Self.fault("The envelope is of a version unknown here")
        }
        guard let keyID = json["kid"]?.text, let expiry = json["exp"]?.wholeNumber,
            let box = json["box"]?.text.flatMap(Base64.bytes), box.count >= Self.overhead
        else { throw Self.fault("The envelope is damaged") }
        self.init(keyID: keyID, expiry: expiry, box: box)
    }

    /// The envelope as it stands in a payload.
    var json: JSONValue { Self.json(keyID: keyID, expiry: expiry, box: Base64.text(of: box)) }

    static func json(keyID: String, expiry: Int, box: String) -> JSONValue {
        .object([
            .init("v", .integer(version)), .init("kid", .string(keyID)), .init("exp", .integer(expiry)),
            .init("box", .string(box)),
        ])
    }

    /// What the tag vouches for beside the ciphertext.
    static func associatedData(keyID: String, topic: String, expiry: Int) -> [UInt8] {
        Array("affix.sealed.\(version)\n\(keyID)\n\(topic)\n\(expiry)".utf8)
    }

    /// The payload as it was before it was sealed.
    ///
    /// - Parameters:
    ///   - payload: the one that arrived.
    ///   - sealers: the keys that are at hand.
    ///   - topic: the app's bundle ID.
    ///   - now: UNIX seconds.
    /// - Throws: `payload-not-opened`; whoever shows the push then shows what arrived in clear.
    public static func open(
        _ payload: JSONValue, with sealers: [any Sealer], topic: String, now: Int
    ) throws(PreparationError) -> JSONValue {
        let envelope = try SealedEnvelope(of: payload)
        guard let sealer = sealers.first(where: { $0.keyID == envelope.keyID }) else {
            throw fault("There is no key named \(envelope.keyID) here")
        }
        guard now <= envelope.expiry else { throw fault("The envelope has expired") }
        let data = associatedData(keyID: envelope.keyID, topic: topic, expiry: envelope.expiry)
        let bytes = try sealer.open(envelope.box, binding: data)
        guard let inner = try? JSONValue(strictly: bytes), let hidden = inner.members else {
            throw fault("What was sealed is no payload")
        }
        var aps = payload["aps"] ?? .object([])
        aps.remove(at: ["alert"])
        let alert = inner["aps"]?["alert"].map { [JSONValue.Member("alert", $0)] } ?? []
        let clear = (payload.members ?? []).filter { $0.key != key && $0.key != "aps" }
        return .object(
            [.init("aps", .object(alert + (aps.members ?? [])))] + hidden.filter { $0.key != "aps" } + clear)
    }

    private static func fault(_ happening: String) -> PreparationError {
        PreparationError(.payloadNotOpened, happening)
    }
}
