/// What only `affix sign` is told.
struct SignSettings: Sendable {
    /// Where the links lead to.
    var service: String?
    var validFor = Duration.seconds(86_400)
}
