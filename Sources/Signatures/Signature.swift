package import AttachmentModel

/// Tells what a file claims to be by its first bytes alone, in bounded time and without trusting a single one of them.
///
/// A signature is a strong hint and no more: only Recognition, in the worker, looks at the structure behind it.
package enum Signature {
    /// The number of bytes that `kind(of:)` looks at; fewer are fine when the file has no more.
    package static let headLength = 512

    /// The kind that the first bytes of a file announce; `unknown` when they announce none.
    package static func kind(of head: Span<UInt8>) -> MediaKind {
        let head = head.extracting(first: headLength)
        return markedKind(of: head) ?? containerKind(of: head) ?? streamKind(of: head) ?? writtenKind(of: head)
            ?? .unknown
    }
}
