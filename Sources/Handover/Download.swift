package import AttachmentModel
internal import Digests

/// The bytes of one source, whole, and what was claimed about them.
///
/// Stages borrow it; it goes with its owner.
package struct Download: ~Copyable, Sendable {
    package let descriptor: OwnedDescriptor
    /// The size in bytes.
    package let count: Int
    /// SHA-256 of the bytes, in hexadecimal.
    package let digest: String
    /// What the origin said; `nil` when the source was not a URL.
    package let origin: OriginReport?
    /// Fetches that were needed; 0 when the source was not a URL.
    package let attempts: Int
    private let reservation: SpoolReservation?

    init(
        descriptor: consuming OwnedDescriptor, reservation: consuming SpoolReservation, digest: String,
        origin: OriginReport?, attempts: Int
    ) {
        count = reservation.bytes
        self.descriptor = descriptor
        self.reservation = consume reservation
        self.digest = digest
        self.origin = origin
        self.attempts = attempts
    }

    /// Bytes that were hashed before, and that somebody else holds the room for.
    init(descriptor: consuming OwnedDescriptor, count: Int, digest: String) {
        self.descriptor = descriptor
        self.count = count
        self.digest = digest
        origin = nil
        attempts = 0
        reservation = nil
    }

    /// What was made of another file, by whose digest it is known: that one is to blame for whatever it does.
    package init(_ descriptor: consuming OwnedDescriptor, count: Int, of source: borrowing Download) {
        self.init(descriptor: descriptor, count: count, digest: source.digest)
    }

    /// Takes over an open regular file as it lies: nothing is copied, the bytes are only read once for their digest.
    ///
    /// - Parameter count: the size that was checked against the limit. A file that turns out shorter is
    ///   `source-unreadable`; what was appended since is not looked at.
    package init(file descriptor: consuming OwnedDescriptor, count: Int) throws(PreparationError) {
        var hash = SHA256()
        try unsafe descriptor.forEachPiece(of: count) { (bytes) throws(PreparationError) in unsafe hash.update(bytes) }
        self.descriptor = descriptor
        self.count = count
        digest = hash.finish()
        origin = nil
        attempts = 0
        reservation = nil
    }
}
