package import AttachmentModel
internal import Glibc

extension OwnedDescriptor {
    /// Lends the first `count` bytes of the file, piece by piece, whatever the file's own position.
    ///
    /// A file that turns out shorter is `source-unreadable`: somebody else is writing to it.
    package func forEachPiece(
        of count: Int, _ body: (UnsafeRawBufferPointer) throws(PreparationError) -> Void
    ) throws(PreparationError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: min(max(count, 1), 1 << 18), alignment: 1)
        defer { unsafe buffer.deallocate() }
        var offset = 0
        while offset < count {
            let got = unsafe pread(number, buffer.baseAddress, min(buffer.count, count - offset), off_t(offset))
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else {
                throw PreparationError(.sourceUnreadable, "The file became shorter while it was read")
            }
            try unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
            offset += got
        }
    }

    /// Appends all the bytes; `false`, with `errno` set, when the file takes no more.
    package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe Self.append(bytes, to: number)
    }

    /// The same for a closure that cannot borrow the owner, which must be alive.
    package static func append(_ bytes: UnsafeRawBufferPointer, to number: Int32) -> Bool {
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            let written = unsafe write(number, rest.baseAddress, rest.count)
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return false }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
        return true
    }
}
