package import AttachmentModel
package import Handover

/// What a fetch finds of a file that is known already.
package enum Revalidation: ~Copyable, Sendable {
    /// The host says that nothing has changed; there is no body.
    case unchanged(OriginReport)
    case file(Download)
}
