internal import AttachmentModel
internal import Digests
internal import Handover

extension OwnedDescriptor {
    /// SHA-256 of the first `count` bytes, in hexadecimal; blocks.
    func digest(of count: Int) throws(PreparationError) -> String {
        var hash = SHA256()
        try unsafe forEachPiece(of: count) { (bytes) throws(PreparationError) in unsafe hash.update(bytes) }
        return hash.finish()
    }
}
