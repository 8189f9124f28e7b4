/// The members of an object, as they came.
final class JSONObject {
    typealias Member = (name: String, part: JSONPart)

    var members: [Member] = []

    /// In the order of their names; of several with one name the last.
    var sorted: [Member] {
        let places = members.indices.sorted {
            let (one, other) = (members[$0].name, members[$1].name)
            return one == other ? $0 < $1 : one < other
        }
        return places.enumerated().compactMap { index, place in
            let isLast = index + 1 == places.count || members[places[index + 1]].name != members[place].name
            return isLast ? members[place] : nil
        }
    }
}

/// The elements of an array.
final class JSONList {
    var parts: [JSONPart] = []
}
