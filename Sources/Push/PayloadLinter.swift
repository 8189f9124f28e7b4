internal import AttachmentModel

/// Finds what iOS, APNs or a push client would not take as it is meant, before a push is sent.
public struct PayloadLinter: Sendable {
    /// A media URL, and where it stands.
    public struct MediaAddress: Hashable, Sendable {
        /// Where.
        public let place: JSONPointer
        /// The URL, as it stands there.
        public let url: String
    }

    /// What was found in a document.
    public struct Report: Sendable {
        /// What is wrong, in the order of the document's own rules, then of its places.
        public let faults: [PayloadFault]
        /// What was taken for media.
        public let media: [MediaAddress]
        /// Bytes of the document.
        public let size: Int
        /// The most that APNs takes of it.
        public let limit: Int
    }

    /// A list of faults that can be lent to several who find some.
    struct FaultList {
        private(set) var all: [PayloadFault] = []

        mutating func add(_ rule: PayloadFault.Rule, at place: JSONPointer, _ message: String) {
            all.append(PayloadFault(rule, at: place, message))
        }
    }

    /// How the push is to be sent.
    public var delivery: PushDelivery
    /// When it is sent, in UNIX seconds.
    public var now: Int
    /// The shapes in which media is looked for.
    public var mediaPresets = PayloadPreset.known
    /// Whether media may be named by an http address, for development.
    public var allowsHTTP = false
    /// Until when the addresses hold, where that is known from elsewhere.
    var expires: Int?

    /// Makes a linter.
    public init(delivery: PushDelivery = PushDelivery(), now: Int) {
        self.delivery = delivery
        self.now = now
    }

    /// Judges a document as it would be sent; a line end behind it is not counted.
    public func report(on document: [UInt8]) -> Report {
        var bytes = document[...]
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        var faults = FaultList()
        var media: [MediaAddress] = []
        do throws(JSONSyntaxFault) {
            let reading = try JSONReader.read(Array(bytes))
            for place in reading.undecodable { faults.add(.notUTF8, at: place, "The text is not UTF-8") }
            for place in reading.repeated {
                faults.add(.duplicateKey, at: place, "The name stands more than once in its object")
            }
            judge(reading.value, into: &faults)
            media = self.media(in: reading.value).map { MediaAddress(place: $0.place, url: $0.url) }
        } catch {
            faults.add(.notJSON, at: error.place, "\(error.happening), at byte \(error.offset)")
        }
        if bytes.count > delivery.limit {
            faults.add(
                .tooLarge, at: JSONPointer(), "It has \(bytes.count) bytes, and APNs takes \(delivery.limit)")
        }
        return Report(faults: faults.all, media: media, size: bytes.count, limit: delivery.limit)
    }

    /// Judges a payload, but not its size.
    func faults(of payload: JSONValue) -> [PayloadFault] {
        var faults = FaultList()
        judge(payload, into: &faults)
        return faults.all
    }

    /// The error of a payload with faults.
    static func refuse(_ faults: [PayloadFault]) throws(PreparationError) {
        guard let first = faults.first else { return }
        let others = faults.dropFirst().map { "\($0.place) \($0.rule.rawValue)" }.joined(separator: ", ")
        throw PreparationError(
            .payloadInvalid, "\(first.message) (\(first.rule.rawValue), at \(first.place)). \(first.rule.cure)",
            detail: others.isEmpty ? nil : "also " + others)
    }

    private func judge(_ payload: JSONValue, into faults: inout FaultList) {
        guard let members = payload.members else {
            faults.add(.notJSON, at: JSONPointer(), "The payload is no JSON object")
            return
        }
        let place = JSONPointer(tokens: ["aps"])
        guard let aps = payload["aps"] else {
            faults.add(.apsMissing, at: place, "There is no aps")
            return
        }
        guard aps.members != nil else {
            faults.add(.apsMissing, at: place, "aps is no dictionary")
            return
        }
        for member in members where member.key == "mutable-content" {
            faults.add(
                .mutableContentMisplaced, at: JSONPointer(tokens: ["mutable-content"]),
                "mutable-content stands beside aps, where iOS does not look")
        }
        Self.judge(aps: aps, into: &faults)
        payload.forEachLeaf { place, value in
            guard case .number = value, value.decimal == nil, place.tokens.first != "aps" else { return }
            faults.add(
                .notAllowed, at: place, "The number is too large for a reader, which then takes none of the payload")
        }
        let found = media(in: payload)
        judge(found, in: payload, into: &faults)
        judgeDelivery(of: aps, hasMedia: !found.isEmpty, into: &faults)
        // Sealed payloads need the extension as those with media do.
        if !found.isEmpty || payload[SealedEnvelope.key] != nil { judgeExtension(of: aps, into: &faults) }
    }

    /// What it takes for a service extension to run.
    private func judgeExtension(of aps: JSONValue, into faults: inout FaultList) {
        let place = JSONPointer(tokens: ["aps", "mutable-content"])
        // In another form it has been told already.
        if aps["mutable-content"] == nil {
            faults.add(.mutableContentMissing, at: place, "There is media or sealed content, but no mutable-content")
        }
        if aps["alert"].map({ APS.Alert($0).isReadable }) != true, delivery.type?.showsMedia != false {
            faults.add(
                .alertMissing, at: JSONPointer(tokens: ["aps", "alert"]),
                "There is media or sealed content, but no title, subtitle or body")
        }
    }
}
