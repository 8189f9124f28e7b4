package import AttachmentModel
internal import CDescriptors
internal import Digests
internal import Glibc

/// Bytes on their way in: in memory up to 1 MiB, beyond that in a file without a name; hashed as they come.
package struct Spool: ~Copyable, Sendable {
    static let mostInMemory = 1 << 20

    private let room: SpoolRoom
    var reservation: SpoolReservation
    var descriptor: OwnedDescriptor
    private var isInMemory = true
    private let expected: Int
    private var hash = SHA256()

    /// Opens an empty spool.
    ///
    /// - Parameter expected: the bytes that are thought to come: what will not fit in memory goes to a file at once.
    package init(in room: SpoolRoom, expecting expected: Int = 0) throws(PreparationError) {
        guard let memory = OwnedDescriptor.memory(named: "affix-spool") else {
            throw PreparationError(.overloaded, "No descriptor is left for another download")
        }
        self.room = room
        self.expected = expected
        reservation = SpoolReservation(in: room)
        descriptor = memory
    }

    /// Bytes taken so far.
    package var count: Int { reservation.bytes }

    /// Takes bytes in.
    ///
    /// Throws `overloaded` when the room is full, `publish-no-space` when the disk is.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) {
        guard reservation.grow(by: bytes.count) else {
            throw PreparationError(.overloaded, "The room for downloads is full")
        }
        if isInMemory && max(count, expected) > Self.mostInMemory { try moveToFile(count - bytes.count) }
        unsafe hash.update(bytes)
        guard unsafe descriptor.append(bytes) else { throw Self.writeFailure(room.folder) }
    }

    /// Closes the intake and hands the bytes over.
    package consuming func finish(origin: OriginReport? = nil, attempts: Int = 0) -> Download {
        Download(
            descriptor: descriptor, reservation: reservation, digest: hash.finish(), origin: origin, attempts: attempts)
    }

    private mutating func moveToFile(_ already: Int) throws(PreparationError) {
        guard let file = room.openNamelessFile() else { throw Self.writeFailure(room.folder) }
        var offset: off_t = 0
        while offset < already {
            let moved = unsafe sendfile(file.number, descriptor.number, &offset, already - Int(offset))
            if moved < 0 && errno == EINTR { continue }
            guard moved > 0 else { throw Self.writeFailure(room.folder) }
        }
        descriptor = file
        isInMemory = false
    }

    private static func writeFailure(_ folder: String) -> PreparationError {
        errno == ENOSPC || errno == EDQUOT
            ? PreparationError(.publishNoSpace, "The disk of the state folder \(folder) is full", stage: .fetch)
            : PreparationError(
                .configurationMachine, "The state folder \(folder) cannot be written",
                detail: unsafe String(cString: strerror(errno)))
    }
}
