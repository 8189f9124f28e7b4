/// A share of a room's budget, given back when its owner goes.
struct SpoolReservation: ~Copyable, Sendable {
    private let room: SpoolRoom
    private(set) var bytes = 0

    init(in room: SpoolRoom) {
        self.room = room
    }

    deinit {
        room.release(bytes)
    }

    /// Enlarges the share, or leaves it as it is and says `false`.
    mutating func grow(by more: Int) -> Bool {
        guard room.reserve(more) else { return false }
        bytes += more
        return true
    }
}
