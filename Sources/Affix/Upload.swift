package import AttachmentModel
internal import Fetching

/// A file that somebody sends, on its way in.
///
/// Its bytes are never in memory as a whole; whoever drops it before its end leaves nothing behind.
package struct Upload: ~Copyable, Sendable {
    private var intake: Intake

    fileprivate init(_ intake: consuming Intake) {
        self.intake = intake
    }

    /// Takes bytes in.
    ///
    /// Throws `fetch-too-large` over the limit of what the first bytes announce, `overloaded` when the room for such files
    /// is full, `publish-no-space` when the disk is.
    package mutating func append(_ bytes: Span<UInt8>) throws(PreparationError) {
        try intake.append(bytes)
    }

    /// The whole of it, as a source.
    ///
    /// Throws `media-empty` when nothing came.
    package consuming func finish() throws(PreparationError) -> HeldFile {
        try intake.hold()
    }
}

extension Preparer {
    /// Begins to take a file in.
    ///
    /// - Parameter announced: its size, where it is known.
    package func upload(announced: Int) throws(PreparationError) -> Upload {
        Upload(try fetcher.intake(announced: announced))
    }

    /// Bytes that an upload may have at most, whatever it is.
    package var mostUploadBytes: Int { fetcher.mostBytes }
}
