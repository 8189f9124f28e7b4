internal import Index

/// Where in a fleet's index answers speak of what: read once, and added to as the index grows.
///
/// It holds sixteen bytes for each thing that an answer is about, and of a million answers some five million.
struct IndexSightings: Sendable {
    private struct Sighting {
        /// Different things may have the same: whoever finds an answer looks at it once more.
        let hash: Int
        let place: UInt64
    }

    private var sightings: [Sighting] = []
    /// The last place in the stream that was read.
    private(set) var end: UInt64 = 0
    /// How many answers were read.
    private(set) var read = 0

    /// Notes what the answer at a place is about, if there is one; places come in order.
    mutating func note(_ keys: [BlockKey], at place: UInt64) {
        if !keys.isEmpty { read += 1 }
        for key in keys { sightings.append(Sighting(hash: key.hashValue, place: place)) }
        end = max(end, place)
    }

    /// Where answers about any of some keys were, in order; a few others may be among them.
    func places(of keys: Set<BlockKey>) -> [UInt64] {
        let hashes = Set(keys.map(\.hashValue))
        var places: [UInt64] = []
        for sighting in sightings where hashes.contains(sighting.hash) && places.last != sighting.place {
            places.append(sighting.place)
        }
        return places
    }

    /// Whether far more was seen than so many messages can hold, as answers that are put again leave their old places.
    func isWorn(for messages: UInt64) -> Bool { sightings.count > 10_000 && UInt64(sightings.count) / 32 > messages }
}
