/// When each of many things must be looked at next: a binary heap whose entries can be moved and taken out.
///
/// Every change costs the logarithm of how many there are; the first one is always at hand.
package struct Agenda {
    package typealias Instant = ContinuousClock.Instant

    private struct Entry {
        let number: UInt64
        var instant: Instant
    }

    /// No entry comes before its parent, which is at half its place.
    private var heap: [Entry] = []
    private var places: [UInt64: Int] = [:]

    package init() {}

    package var first: (number: UInt64, instant: Instant)? { heap.first.map { ($0.number, $0.instant) } }

    /// Notes an instant, in place of the one that was noted for the same number before.
    package mutating func set(_ instant: Instant, for number: UInt64) {
        let place = places[number] ?? heap.count
        let entry = Entry(number: number, instant: instant)
        if place == heap.count { heap.append(entry) }
        put(entry, at: place)
        settle(place)
    }

    package mutating func remove(_ number: UInt64) {
        guard let place = places.removeValue(forKey: number), let last = heap.popLast(), last.number != number else {
            return
        }
        put(last, at: place)
        settle(place)
    }

    private mutating func put(_ entry: Entry, at place: Int) {
        heap[place] = entry
        places[entry.number] = place
    }

    /// Lets the entry at a place rise or sink to where it belongs.
    private mutating func settle(_ start: Int) {
        let entry = heap[start]
        var place = start
        while place > 0, case let parent = (place - 1) / 2, entry.instant < heap[parent].instant {
            put(heap[parent], at: place)
            place = parent
        }
        while let child = soonerChild(of: place), heap[child].instant < entry.instant {
            put(heap[child], at: place)
            place = child
        }
        put(entry, at: place)
    }

    private func soonerChild(of place: Int) -> Int? {
        let (left, right) = (2 * place + 1, 2 * place + 2)
        guard left < heap.count else { return nil }
        return right < heap.count && heap[right].instant < heap[left].instant ? right : left
    }
}
