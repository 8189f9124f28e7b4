package import AttachmentModel

extension MappedMedia {
    /// What is put behind the bytes of a file of some kind before it is decoded.
    ///
    /// A decoder of JPEG takes a missing end of image for missing rows. With an end of our own behind every file it
    /// complains only about rows; behind a file that has its end nothing is read any more.
    package static func closing(for kind: MediaKind) -> [UInt8] {
        kind == .jpeg ? [0xFF, 0xD9] : []
    }
}
