internal import CDescriptors
internal import Glibc

/// A file descriptor with one owner, closed when the owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, for a call made while the owner is alive.
    package let number: Int32

    /// Takes over an open descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    /// Stands for a descriptor that is not there: every call on it fails.
    package static var none: OwnedDescriptor { OwnedDescriptor(owning: -1) }

    deinit {
        if number >= 0 { close(number) }
    }

    /// Gives the number away: whoever takes it closes it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// A second descriptor of the same open file; `nil` when the process has no more to give.
    package func duplicate() -> OwnedDescriptor? {
        let copy = affix_duplicate(number)
        return copy < 0 ? nil : OwnedDescriptor(owning: copy)
    }

    /// The next connection at a socket that listens, which never blocks; `nil`, with the reason in `errno`, when there is none.
    package static func accepted(at listener: Int32) -> OwnedDescriptor? {
        let number = affix_accept(listener)
        return number < 0 ? nil : OwnedDescriptor(owning: number)
    }

    /// Anonymous memory that can be passed to another process; `nil` when the system has none to give.
    package static func memory(named name: StaticString) -> OwnedDescriptor? {
        let number = unsafe affix_memfd(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
        return number < 0 ? nil : OwnedDescriptor(owning: number)
    }

    /// The size of the open file in bytes; `nil` when it is not a regular file.
    package var fileSize: Int? {
        let size = affix_regular_size(number)
        return size < 0 ? nil : Int(size)
    }
}
