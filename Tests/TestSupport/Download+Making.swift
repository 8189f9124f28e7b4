package import AttachmentModel
package import Handover

extension Download {
    /// A download of the given bytes, as if they had been fetched.
    package static func made(of bytes: [UInt8]) throws(PreparationError) -> Download {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { unsafe buffer.deallocate() }
        unsafe buffer.copyBytes(from: bytes)
        var spool = try Spool(in: SpoolRoom(folder: "/nonexistent", bytes: 1 << 20))
        try unsafe spool.append(UnsafeRawBufferPointer(buffer))
        return spool.finish()
    }
}
