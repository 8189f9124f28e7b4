internal import Glibc
package import Handover

/// Bytes in memory that any number of answers send at once, without a copy of their own.
@safe package final class HeldBytes: Sendable {
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

    /// Reads a file as a whole; `nil` when it turns out to have fewer bytes.
    package init?(_ file: borrowing OwnedDescriptor, count: Int) {
        // Set before anything can fail: only what is whole is cleaned up.
        self.count = count
        unsafe bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 16)
        var filled = 0
        while filled < count {
            let got = unsafe pread(
                file.number, bytes.baseAddress.map { unsafe $0 + filled }, count - filled, off_t(filled))
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { return nil }
            filled += got
        }
    }

    deinit { unsafe bytes.deallocate() }

    package let count: Int

    /// Where they are, for as long as this is.
    subscript(range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[range])
    }
}
