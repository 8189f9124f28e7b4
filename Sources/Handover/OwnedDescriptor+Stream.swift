internal import Glibc

extension OwnedDescriptor {
    /// The size of an open file in bytes, for a process whose lock leaves no other way to ask; moves its position there.
    package var end: Int { max(0, Int(lseek(number, 0, SEEK_END))) }

    /// The next `count` bytes of a stream; fewer only where it ends.
    ///
    /// - Parameter head: what was read before them, and stands in front.
    package func next(_ count: Int, after head: [UInt8] = []) -> [UInt8] {
        let all = head.count + count
        return unsafe [UInt8](unsafeUninitializedCapacity: all) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            filled = unsafe buffer.update(fromContentsOf: head)
            while filled < all {
                let got = unsafe read(number, start + filled, all - filled)
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
