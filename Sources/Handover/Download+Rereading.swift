package import AttachmentModel
internal import CDescriptors

extension Download {
    /// The bytes of a file that is held open, under a descriptor of their own; nothing is copied or read.
    ///
    /// Throws `overloaded` when the process has no descriptor left.
    package init(rereading file: HeldFile) throws(PreparationError) {
        let copy = affix_duplicate(file.holder.number)
        guard copy >= 0 else {
            throw PreparationError(.overloaded, "No descriptor is left for another download", stage: .source)
        }
        self.init(descriptor: OwnedDescriptor(owning: copy), count: file.count, digest: file.digest)
    }
}
