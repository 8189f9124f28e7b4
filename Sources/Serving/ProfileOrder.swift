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
        try decoder.refuseMembers(except: Member.allCases.map(\.rawValue))
        let members = try decoder.container(keyedBy: Member.self)
        var profile = try Self.named(try members.decodeIfPresent(String.self, forKey: .base) ?? "push")
        func put<Value: Decodable>(_ member: Member, _ field: WritableKeyPath<AttachmentProfile, Value>) throws {
            if let value = try members.decodeIfPresent(Value.self, forKey: member) { profile[keyPath: field] = value }
        }
        try put(.name, \.name)
        try put(.geometry, \.geometry)
        try put(.width, \.width)
        try put(.height, \.height)
        try put(.gravity, \.gravity)
        try put(.enlarge, \.enlarge)
        try put(.background, \.background)
        try put(.format, \.format)
        try put(.animation, \.animation)
        try put(.movie, \.movie)
        try put(.longest, \.longest)
        try put(.movieSide, \.movieSide)
        try put(.quality, \.quality)
        try put(.floor, \.floor)
        try put(.rescue, \.rescue)
        if members.contains(.goals), try !members.decodeNil(forKey: .goals) {
            let names = try members.superDecoder(forKey: .goals)
            try names.refuseMembers(except: Goal.allCases.map(\.rawValue))
            let goals = try members.nestedContainer(keyedBy: Goal.self, forKey: .goals)
            profile.goals.still = try goals.decodeIfPresent(Int.self, forKey: .still) ?? profile.goals.still
            profile.goals.animation = try goals.decodeIfPresent(Int.self, forKey: .animation) ?? profile.goals.animation
            profile.goals.movie = try goals.decodeIfPresent(Int.self, forKey: .movie) ?? profile.goals.movie
            profile.goals.audio = try goals.decodeIfPresent(Int.self, forKey: .audio) ?? profile.goals.audio
        }
        do {
            try profile.check()
        } catch {
            throw RequestFault(.malformed, error.message)
        }
        self.profile = profile
    }

    /// Reads what stands in a query: a name, or the JSON of an object that changes one.
    static func read(_ text: String) throws(RequestFault) -> AttachmentProfile {
        guard text.hasPrefix("{") else { return try named(text) }
        return try JSON.value(ProfileOrder.self, from: Array(text.utf8)).profile
    }

    private static func named(_ name: String) throws(RequestFault) -> AttachmentProfile {
        if let profile = AttachmentProfile.named.first(where: { $0.name == name }) { return profile }
        let names = AttachmentProfile.named.map(\.name).joined(separator: ", ")
        throw RequestFault(.malformed, "There is no profile \(name.prefix(50)); known are \(names)")
    }
}
