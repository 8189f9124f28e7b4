internal import Glibc

extension OwnedDescriptor {
    /// The size of an open file in bytes, for a process whose lock leaves no other way to ask; moves its position there.
    package var end: Int { max(0, Int(lseek(number, 0, SEEK_END))) }

    /// The next `count` bytes of a stream; fewer only where it ends.
    package func next(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            while filled < count {
                let got = unsafe read(number, start + filled, count - filled)
                if got < 0 && errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }
}
