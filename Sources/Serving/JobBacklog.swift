/// What is still to be done and to be told.
struct JobBacklog: Equatable, Sendable {
    /// Jobs that are not done.
    var waiting = 0
    /// When the oldest of them was taken on, in seconds since 1970.
    var oldest: Int?
    /// Ends that are still to be told.
    var callbacks = 0
}
