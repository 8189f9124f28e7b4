internal import AttachmentModel

/// A payload in the making: texts can still be shortened.
struct PayloadDraft {
    /// Parts that an error about the size names.
    private static let largestParts = 5

    var aps: APS
    /// What stands beside `aps`, media included.
    private(set) var rest: JSONValue

    init(_ message: PushMessage, isSealed: Bool) {
        aps = message.aps
        rest = .object(message.custom)
        // A template may have places for media that this message does not have.
        for field in message.presets.flatMap(\.fields) { rest.remove(at: field.place.tokens) }
        guard let media = message.media else {
            // Nor is an earlier push's media to show with a text that is to go alone, whichever client reads it.
            for preset in PayloadPreset.known + PayloadPreset.alsoRead { preset.clear(&rest) }
            return
        }
        aps.isMutable = true
        for preset in message.presets { Self.put(media, preset, into: &rest) }
    }

    private static func put(_ media: PushMedia, _ preset: PayloadPreset, into rest: inout JSONValue) {
        let isList = { (field: PayloadPreset.Field) in field.place.tokens.contains("-") }
        for field in preset.fields where !isList(field) {
            guard let value = media.json(field.value, of: media.main) else { continue }
            rest.put(value, at: field.place.tokens)
        }
        let listed = preset.fields.filter(isList)
        for (index, rendition) in (listed.isEmpty ? [] : media.smallestFirst).enumerated() {
            for field in listed {
                guard let value = media.json(field.value, of: rendition) else { continue }
                var tokens = field.place.tokens
                guard let place = tokens.firstIndex(of: "-") else { continue }
                // The first field of an element makes it, the others find it under its number.
                let list = JSONPointer(tokens: Array(tokens[..<place]))
                if rest[list]?.elements.map({ index < $0.count }) == true { tokens[place] = String(index) }
                rest.put(value, at: tokens)
            }
        }
    }

    /// The payload in clear.
    var json: JSONValue {
        .object([.init("aps", aps.json)] + (rest.members ?? []))
    }

    /// Refuses what iOS would not show as it is meant.
    func check(_ message: PushMessage, now: Int) throws(PreparationError) {
        try PayloadPreset.prove(together: message.presets)
        var linter = PayloadLinter(delivery: message.delivery, now: now)
        linter.allowsHTTP = message.allowsHTTP
        linter.mediaPresets += message.presets
        linter.expires = message.media?.expires
        try PayloadLinter.refuse(linter.faults(of: json))
    }

    /// Refuses what another program would not read as it is meant, such as a name that a caller has given twice.
    func prove() throws(PreparationError) {
        do throws(JSONSyntaxFault) {
            _ = try JSONValue(strictly: Array(json.json.utf8))
        } catch {
            throw PreparationError(.payloadInvalid, "The payload is not JSON that can be sent: \(error.happening)")
        }
    }

    /// Shortens texts until the payload fits or nothing more can be taken: the body, then the subtitle, then the title.
    ///
    /// - Parameter text: bytes of text that have to go for so many bytes of payload, or fewer.
    mutating func shorten(
        to limit: Int, measuredBy size: (PayloadDraft) -> Int, sparing text: (Int) -> Int
    ) -> [JSONPointer] {
        let parts: [(name: String, path: WritableKeyPath<APS.Alert, String?>)] = [
            ("body", \.body), ("subtitle", \.subtitle), ("title", \.title),
        ]
        var shortened: [JSONPointer] = []
        var excess = size(self) - limit
        for part in parts where excess > 0 {
            guard let whole = aps.alert?[keyPath: part.path] else { continue }
            var room = whole.jsonSize
            var isCut = false
            func put(_ cut: String) {
                aps.alert?[keyPath: part.path] = cut
                excess = size(self) - limit
                isCut = true
            }
            while excess > 0 {
                room -= max(1, text(excess))
                guard room > 0, let next = Shortening.cut(whole, to: room) else { break }
                put(next)
                room = min(room, next.jsonSize)
            }
            if excess > 0, let least = Shortening.least(of: whole) { put(least) }
            if isCut { shortened.append(JSONPointer(tokens: ["aps", "alert", part.name])) }
        }
        return shortened
    }

    /// The error of a payload that is larger than APNs delivers, with what is largest in it.
    func tooLarge(_ bytes: Int, limit: Int) -> PreparationError {
        var leaves: [(place: JSONPointer, size: Int)] = []
        json.forEachLeaf { leaves.append(($0, $1.size)) }
        let largest = leaves.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }
            .prefix(Self.largestParts).map { "\($0.element.place) \($0.element.size)" }
        return PreparationError(
            .payloadTooLarge,
            "The payload has \(bytes) bytes, \(bytes - limit) more than the \(limit) that APNs takes; the largest parts, "
                + "in bytes: " + largest.joined(separator: ", "))
    }
}
