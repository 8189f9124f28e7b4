internal import AttachmentModel

/// Why a command could not begin.
enum CommandFailure: Error, Hashable {
    /// The command line is wrong; what, and what would be right.
    case usage(String)
    /// The configuration or the machine is at fault.
    case problem(PreparationError)
}
