/// One option as it stood on the command line.
struct GivenOption: Sendable {
    let setting: Setting
    /// The flag as it was written, for messages.
    let spelling: String
    /// The value; of a switch, `true` or `false`.
    let text: String
}
