/// Where a command writes and what it may read of its surroundings: the only way in or out of this module.
package struct Console: Sendable {
    /// What became of a write.
    package enum Written: Sendable {
        /// All of it was taken.
        case whole
        /// The reader has gone, as in `affix … | head`: nothing more needs to be said.
        case readerGone
        /// The file could not be written, such as on a full disk.
        case failed
    }

    /// One of the two streams a command writes to.
    package struct Stream: Sendable {
        package let isTerminal: Bool
        package let write: @Sendable (String) -> Written

        package init(isTerminal: Bool, write: @escaping @Sendable (String) -> Written) {
            self.isTerminal = isTerminal
            self.write = write
        }
    }

    /// Standard output: receipts, tables and help that was asked for.
    package let output: Stream
    /// Standard error: failures for people, and the live line.
    package let error: Stream
    /// The environment the command was started with.
    package let environment: [String: String]

    package init(output: Stream, error: Stream, environment: [String: String]) {
        self.output = output
        self.error = error
        self.environment = environment
    }

    /// Whether `stream` understands cursor movements.
    func canRedraw(_ stream: Stream) -> Bool {
        stream.isTerminal && environment["TERM"] != "dumb"
    }

    /// Colours for `stream`: none unless it is a terminal whose user has not asked for plain text (no-color.org).
    func paint(for stream: Stream) -> Paint {
        Paint(isOn: canRedraw(stream) && (environment["NO_COLOR"] ?? "").isEmpty)
    }
}
