internal import AttachmentModel
internal import Push

/// The payload that a request wants composed, as `affix payload` takes it by its options.
struct PayloadOrder: Decodable, Sendable {
    /// The message without its media.
    let message: PushMessage

    private enum Member: String, CodingKey, CaseIterable {
        case presets, title, subtitle, body, merge, shorten, broadcast, priority, expiration, topic
        case pushType = "push_type"
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(except: Member.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: Member.self)
        var message = PushMessage()
        if let base = try members.decodeIfPresent(JSONValue.self, forKey: .merge) {
            do {
                message = try PushMessage(merging: base)
            } catch {
                throw RequestFault(.malformed, "payload.merge: " + error.message)
            }
        }
        var alert = message.aps.alert ?? APS.Alert()
        alert.title = try members.decodeIfPresent(String.self, forKey: .title) ?? alert.title
        alert.subtitle = try members.decodeIfPresent(String.self, forKey: .subtitle) ?? alert.subtitle
        alert.body = try members.decodeIfPresent(String.self, forKey: .body) ?? alert.body
        message.aps.alert = alert == APS.Alert() ? nil : alert
        message.presets = try Self.presets(try members.decodeIfPresent([String].self, forKey: .presets) ?? ["native"])
        message.shortens = try members.decodeIfPresent(Bool.self, forKey: .shorten) ?? false
        message.delivery.isBroadcast = try members.decodeIfPresent(Bool.self, forKey: .broadcast) ?? false
        message.delivery.priority = try members.decodeIfPresent(Int.self, forKey: .priority)
        message.delivery.expiration = try Self.expiration(try members.decodeIfPresent(Int.self, forKey: .expiration))
        message.delivery.topic = try members.decodeIfPresent(String.self, forKey: .topic)
        if let word = try members.decodeIfPresent(String.self, forKey: .pushType) {
            guard let type = PushType(rawValue: word) else {
                let words = PushType.allCases.map(\.rawValue).joined(separator: ", ")
                throw RequestFault(.malformed, "payload.push_type must be one of \(words)")
            }
            message.delivery.type = type
        }
        self.message = message
    }

    /// Nobody means a time after 2099; 0 is that APNs tries once.
    private static func expiration(_ seconds: Int?) throws -> Int? {
        guard (0...4_102_444_800).contains(seconds ?? 0) else {
            throw RequestFault(.malformed, "payload.expiration is seconds since 1970, or 0")
        }
        return seconds
    }

    private static func presets(_ names: [String]) throws -> [PayloadPreset] {
        guard !names.isEmpty else { throw RequestFault(.malformed, "payload.presets must name one, or be left out") }
        let presets = try names.map { name in
            guard let preset = PayloadPreset.known.first(where: { $0.name == name }) else {
                let known = PayloadPreset.known.map(\.name).joined(separator: ", ")
                throw RequestFault(.malformed, "There is no preset \(name.prefix(50)); known are \(known)")
            }
            return preset
        }
        do throws(PreparationError) {
            try PayloadPreset.prove(together: presets)
        } catch {
            throw RequestFault(.malformed, error.message)
        }
        return presets
    }
}
