package import AttachmentModel

/// Takes an answer as it comes, on the transport's one thread: it must be quick and must not wait.
///
/// An error that it throws ends the transfer at once and is what the caller gets.
package protocol HTTPReceiver: AnyObject, Sendable {
    /// The final head; heads with a status below 200 are skipped.
    func begin(_ head: HTTPHead) throws(PreparationError)
    /// Decoded bytes of the body; the pointer must not outlive the call.
    ///
    /// `false` means that no more are wanted: the transfer ends at once, and well.
    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool
}
