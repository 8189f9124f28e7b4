package import AttachmentModel
internal import Handover

extension Fetcher {
    /// Begins to take in a file that somebody sends, in the same room and under the same limits as what is fetched.
    ///
    /// Throws `fetch-too-large` when what is announced is too much already, `overloaded` when there is no room.
    package func intake(announced: Int) throws(PreparationError) -> Intake {
        try Intake(configuration.limits, in: configuration.spools, announced: announced)
    }

    /// Bytes that a file of the largest class may have.
    package var mostBytes: Int { configuration.limits.most }
}

extension Intake {
    /// Takes bytes in.
    package mutating func append(_ bytes: Span<UInt8>) throws(PreparationError) {
        try unsafe bytes.bytes.withUnsafeBytes { (bytes) throws(PreparationError) in try unsafe append(bytes) }
    }

    /// Ends the intake, and holds what came.
    ///
    /// Throws `media-empty` when nothing did, `fetch-too-large` when it is too much for what it turns out to be.
    package consuming func hold() throws(PreparationError) -> HeldFile {
        HeldDownload(try finish()).file
    }
}
