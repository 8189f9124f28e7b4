internal import Glibc

/// Looking for bytes and words.
extension ByteWindow {
    /// Whether `text` lies at `offset`.
    package func reads(_ text: String, at offset: Int = 0) -> Bool {
        guard holds(text.utf8.count, at: offset) else { return false }
        var position = offset
        for byte in text.utf8 {
            if unsafe bytes[position] != byte { return false }
            position += 1
        }
        return true
    }

    /// Where the next such byte lies, `start` included.
    package func position(of byte: UInt8, from start: Int) -> Int? {
        guard holds(1, at: start), let base = unsafe bytes.baseAddress,
            let found = unsafe memchr(base + start, Int32(byte), count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    /// Whether there is nothing but zeros from `start` on.
    package func isZero(from start: Int) -> Bool {
        unsafe bytes.dropFirst(max(start, 0)).allSatisfy { $0 == 0 }
    }

    /// Whether `text` lies anywhere in the window.
    package func holdsText(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var start = 0
        while let next = position(of: first, from: start) {
            if reads(text, at: next) { return true }
            start = next + 1
        }
        return false
    }

    /// Where the last `text` begins within the final `reach` bytes.
    package func lastPosition(of text: String, within reach: Int) -> Int? {
        let last = count - text.utf8.count
        guard last >= 0 else { return nil }
        return (max(0, count - reach)...max(last, max(0, count - reach))).last { reads(text, at: $0) }
    }
}
