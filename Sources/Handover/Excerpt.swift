package import AttachmentModel
internal import Glibc

/// Parts of a file in their places: what its structure is read from when most of it is samples that nobody looks at.
package struct Excerpt: ~Copyable, Sendable {
    /// Kinds that say beforehand how far their samples reach, so that these can be left out.
    package static let kinds: Set<MediaKind> = [.mp4, .m4a, .m4v, .mov, .threeGP, .wav, .aiff]

    package let descriptor: OwnedDescriptor
    /// The size of the whole file in bytes.
    package let count: Int
    /// What is there, in order; everything else reads as zeros.
    package private(set) var held: [Range<Int>]
    private var reservation: SpoolReservation

    init(
        descriptor: consuming OwnedDescriptor, reservation: consuming SpoolReservation, of count: Int
    ) throws(PreparationError) {
        held = [0..<reservation.bytes]
        self.reservation = consume reservation
        self.descriptor = descriptor
        self.count = count
        guard ftruncate(self.descriptor.number, off_t(count)) == 0 else {
            throw PreparationError(.publishNoSpace, "The state folder has no room for the file", stage: .fetch)
        }
    }

    /// Puts a part into its place; it must lie inside the file.
    package mutating func put(_ bytes: [UInt8], at offset: Int) throws(PreparationError) {
        guard reservation.grow(by: bytes.count) else {
            throw PreparationError(.overloaded, "The room for downloads is full")
        }
        guard unsafe pwrite(descriptor.number, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw PreparationError(.publishNoSpace, "The state folder has no room for the file", stage: .fetch)
        }
        held.append(offset..<(offset + bytes.count))
        held.sort { $0.lowerBound < $1.lowerBound }
    }
}

extension Spool {
    /// Closes the intake of a file of which only the beginning was taken.
    package consuming func finishExcerpt(of count: Int) throws(PreparationError) -> Excerpt {
        try Excerpt(descriptor: descriptor, reservation: reservation, of: count)
    }
}
