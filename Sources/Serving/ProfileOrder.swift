internal import AttachmentModel

/// A profile as a request gives it: the name of one, or an object that changes one.
struct ProfileOrder: Decodable, Sendable {
    let profile: AttachmentProfile

    private enum Member: String, CodingKey, CaseIterable {
        case base, name, geometry, width, height, gravity, enlarge, background, format, goals, animation, movie, longest
        case movieSide = "movie_side"
        case quality, floor, rescue
    }

    private enum Goal: String, CodingKey, CaseIterable { case still, animation, movie, audio }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            profile = try Self.named(name)
            return
        }
        guard let members = try? decoder.container(keyedBy: Member.self) else {
            throw RequestFault(.malformed, "A profile is the name of one, or an object that changes one")
        }
        try decoder.refuseMembers(except: Member.allCases.map(\.rawValue))
        var profile = try Self.named(try members.decodeIfPresent(String.self, forKey: .base) ?? "push")
        try members.put(.name, into: &profile.name)
        guard profile.name.utf8.count <= 200 else {
            throw RequestFault(.malformed, "name of a profile has more than 200 bytes")
        }
        try members.choose(.geometry, into: &profile.geometry)
        try members.put(.width, into: &profile.width)
        try members.put(.height, into: &profile.height)
        try members.put(.gravity, into: &profile.gravity)
        try members.put(.enlarge, into: &profile.enlarge)
        try members.put(.background, into: &profile.background)
        try members.choose(.format, into: &profile.format)
        try members.choose(.animation, into: &profile.animation)
        try members.choose(.movie, into: &profile.movie)
        try members.put(.longest, into: &profile.longest)
        try members.put(.movieSide, into: &profile.movieSide)
        try members.put(.quality, into: &profile.quality)
        try members.put(.floor, into: &profile.floor)
        try members.put(.rescue, into: &profile.rescue)
        if members.contains(.goals), try !members.decodeNil(forKey: .goals) {
            try Self.read(try members.superDecoder(forKey: .goals), into: &profile.goals)
        }
        do {
            try profile.check()
        } catch {
            // What to do about a configuration is no advice for a caller.
            throw RequestFault(.malformed, error.message.replacing(" \(error.code.advice).", with: ""))
        }
        self.profile = profile
    }

    private static func read(_ decoder: any Decoder, into goals: inout AttachmentProfile.Goals) throws {
        try decoder.refuseMembers(except: Goal.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: Goal.self)
        try members.put(.still, into: &goals.still)
        try members.put(.animation, into: &goals.animation)
        try members.put(.movie, into: &goals.movie)
        try members.put(.audio, into: &goals.audio)
    }

    /// Reads what stands in a query: a name, or the JSON of an object that changes one.
    static func read(_ text: String) throws(RequestFault) -> AttachmentProfile {
        guard text.hasPrefix("{") else { return try named(text) }
        return try JSON.value(ProfileOrder.self, from: Array(text.utf8), called: "profile").profile
    }

    private static func named(_ name: String) throws(RequestFault) -> AttachmentProfile {
        if let profile = AttachmentProfile.named.first(where: { $0.name == name }) { return profile }
        let names = AttachmentProfile.named.map(\.name).joined(separator: ", ")
        throw RequestFault(.malformed, "There is no profile \(name.prefix(50)); known are \(names)")
    }
}

extension KeyedDecodingContainer {
    /// Puts what a member has in the place of a value, if it is there.
    fileprivate func put<Value: Decodable>(_ key: Key, into value: inout Value) throws {
        if let other = try decodeIfPresent(Value.self, forKey: key) { value = other }
    }

    /// The same for one of a few words, which are told when it is none of them.
    fileprivate func choose<Value: RawRepresentable<String> & CaseIterable>(_ key: Key, into value: inout Value) throws
    {
        guard let word = try decodeIfPresent(String.self, forKey: key) else { return }
        guard let choice = Value(rawValue: word) else {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestFault(.malformed, "\(key.stringValue) of a profile must be one of \(words)")
        }
        value = choice
    }
}
