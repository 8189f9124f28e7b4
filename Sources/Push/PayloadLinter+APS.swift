// What Apple defines: names, forms and values under `aps`.
extension PayloadLinter {
    /// Judges the dictionary under `aps` by itself.
    static func judge(aps: JSONValue, into faults: inout FaultList) {
        let place = JSONPointer(tokens: ["aps"])
        for member in aps.members ?? [] {
            let here = place.appending(member.key)
            if let key = APSKey.all.first(where: { $0.name == member.key }) {
                judge(member.value, key.form, at: here, into: &faults)
            } else if member.key.suggestsMedia {
                faults.add(.mediaInAPS, at: here, "Media is named in aps, where no client finds it")
            } else {
                faults.add(.unknownInAPS, at: here, "Apple defines no \(member.key) in aps")
            }
        }
        let level = aps["interruption-level"]?.text
        if aps["event"] == nil, let score = aps["relevance-score"]?.decimal, !(0...1).contains(score) {
            faults.add(.notAllowed, at: place.appending("relevance-score"), "The score of an alert is from 0 to 1")
        }
        if level == APS.InterruptionLevel.critical.rawValue, aps["sound"]?["critical"]?.wholeNumber != 1 {
            faults.add(
                .notAllowed, at: place.appending("sound"), "A critical alert has a sound dictionary with critical 1")
        }
    }

    private static func judge(
        _ keys: [APSKey], of value: JSONValue, at place: JSONPointer, into faults: inout FaultList
    ) {
        for member in value.members ?? [] {
            let here = place.appending(member.key)
            if let key = keys.first(where: { $0.name == member.key }) {
                judge(member.value, key.form, at: here, into: &faults)
            } else if member.key == "mutable-content" {
                faults.add(.mutableContentMisplaced, at: here, "mutable-content stands where iOS does not look")
            } else if member.key.suggestsMedia {
                faults.add(.mediaInAPS, at: here, "Media is named in aps, where no client finds it")
            } else {
                faults.add(.unknownInAPS, at: here, "Apple defines no \(member.key) there")
            }
        }
    }

    private static func judge(
        _ value: JSONValue, _ form: APSKey.Form, at place: JSONPointer, into faults: inout FaultList
    ) {
        switch form {
        case .text:
            if value.text == nil { faults.add(.wrongForm, at: place, "It is no text") }
        case .word(let words):
            guard let text = value.text else { return faults.add(.wrongForm, at: place, "It is no text") }
            if !words.contains(text) {
                faults.add(.notAllowed, at: place, "It is none of \(words.joined(separator: ", "))")
            }
        case .count: judgeNumber(value, at: place, into: &faults) { $0.wholeNumber.map { $0 >= 0 } ?? false }
        case .share:
            judgeNumber(value, at: place, into: &faults) { $0.decimal.map { (0...1).contains($0) } ?? false }
        case .number: judgeNumber(value, at: place, into: &faults) { $0.decimal != nil }
        case .one: judgeOne(value, at: place, into: &faults)
        case .object:
            if value.members == nil { faults.add(.wrongForm, at: place, "It is no dictionary") }
        case .texts:
            if value.elements?.allSatisfy({ $0.text != nil }) != true {
                faults.add(.wrongForm, at: place, "It is no list of texts")
            }
        case .alert:
            if value.members != nil {
                judge(APSKey.alert, of: value, at: place, into: &faults)
            } else if value.text == nil {
                faults.add(.wrongForm, at: place, "It is neither a text nor a dictionary")
            }
        case .sound:
            if value.members != nil {
                judge(APSKey.sound, of: value, at: place, into: &faults)
                if value["name"] == nil { faults.add(.wrongForm, at: place, "A sound dictionary has a name") }
            } else if value.text == nil {
                faults.add(.wrongForm, at: place, "It is neither a text nor a dictionary")
            }
        }
    }

    private static func judgeNumber(
        _ value: JSONValue, at place: JSONPointer, into faults: inout FaultList, _ isAllowed: (JSONValue) -> Bool
    ) {
        switch value {
        case .number:
            if !isAllowed(value) { faults.add(.notAllowed, at: place, "The number is out of its range") }
        case .string(let text) where Double(text) != nil:
            faults.add(.numberAsText, at: place, "The number is written as a text")
        default: faults.add(.wrongForm, at: place, "It is no number")
        }
    }

    /// What stands for yes; for no it has to be absent.
    private static func judgeOne(_ value: JSONValue, at place: JSONPointer, into faults: inout FaultList) {
        guard value.wholeNumber != 1 else { return }
        let isMutable = place.tokens.last == "mutable-content"
        if isMutable {
            faults.add(.mutableContentWrong, at: place, "mutable-content is not the number 1")
        } else if case .string(let text) = value, Double(text) != nil {
            faults.add(.numberAsText, at: place, "The number is written as a text")
        } else if value.wholeNumber == 0 {
            // Apple's tools write it, and it means what it says.
            return
        } else {
            faults.add(.wrongForm, at: place, "It is not the number 1")
        }
    }
}

extension String {
    /// Whether a name sounds like that of a media URL.
    var suggestsMedia: Bool { suggestsMediaStrongly || lowercased().contains("url") }

    /// The same for a name that is not just that of some address.
    var suggestsMediaStrongly: Bool {
        let name = lowercased()
        return ["media", "image", "video", "attachment"].contains { name.contains($0) }
    }
}
