internal import CDescriptors
internal import Glibc

/// The bytes of an open file, mapped read-only for as long as this object lives.
///
/// Only the worker maps a stranger's bytes. The file must not shrink meanwhile: a spool is ours alone, and a caller's
/// own file that shrinks costs one worker, never the front.
@safe package final class MappedMedia: Sendable {
    /// The size in bytes.
    package let count: Int
    private nonisolated(unsafe) let start: UnsafeRawPointer?

    /// Maps `count` bytes of the file; `nil` when the system refuses.
    ///
    /// An empty file maps to nothing.
    package init?(_ descriptor: Int32, count: Int) {
        guard count > 0 else {
            guard count == 0 else { return nil }
            self.count = 0
            unsafe start = nil
            return
        }
        let mapping = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let mapping = unsafe mapping, unsafe mapping != UnsafeMutableRawPointer(bitPattern: -1) else {
            return nil
        }
        self.count = count
        unsafe start = UnsafeRawPointer(mapping)
    }

    deinit {
        if let start = unsafe start { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }
    }

    /// Lends the bytes; the pointer must not outlive the call.
    package func withBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}
