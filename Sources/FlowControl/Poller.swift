internal import CEpoll
internal import Glibc

/// Waits until any of many descriptors is ready; what that costs depends on how many are ready, not on how many there are.
///
/// Everything but `wake` belongs to one thread.
package struct Poller: ~Copyable, Sendable {
    package struct Event {
        package let descriptor: Int32
        /// Bits with libcurl's meaning: 1 may be read, 2 may be written, 4 has failed.
        package let what: Int32
    }

    /// What may be waited for, in the same bits.
    package enum Want {
        package static let read = AFFIX_WANTS_READ
        package static let write = AFFIX_WANTS_WRITE
    }

    private let epoll: Int32
    /// Wakes whoever waits.
    private let bell: Int32

    /// `nil` when no descriptor is left for it.
    package init?() {
        epoll = affix_epoll_open()
        bell = affix_bell_open()
        guard epoll >= 0, bell >= 0, watch(bell, wants: AFFIX_WANTS_READ) else { return nil }
    }

    deinit {
        if epoll >= 0 { close(epoll) }
        if bell >= 0 { close(bell) }
    }

    /// Watches a descriptor from now on, or for something else than before; `false` when the kernel has no room for it.
    package func watch(_ descriptor: Int32, wants: Int32) -> Bool {
        affix_epoll_watch(epoll, descriptor, wants) == 0
    }

    package func forget(_ descriptor: Int32) {
        affix_epoll_forget(epoll, descriptor)
    }

    /// What is ready now, or within `milliseconds`; nothing when the time passes or `wake` is called.
    package func wait(milliseconds: Int32) -> [Event] {
        unsafe withUnsafeTemporaryAllocation(of: affix_readiness.self, capacity: Self.most) { room in
            let count = unsafe affix_epoll_wait(epoll, room.baseAddress, Int32(room.count), milliseconds)
            var events: [Event] = []
            for place in 0..<Int(count) {
                let one = unsafe room[place]
                if one.descriptor == bell {
                    affix_bell_silence(bell)
                } else {
                    events.append(Event(descriptor: one.descriptor, what: one.what))
                }
            }
            return events
        }
    }

    /// Ends a wait, or the next one when nobody waits; for any thread.
    package func wake() {
        affix_bell_ring(bell)
    }

    /// What is taken in one turn: a crowd must not keep the loop from looking at its clock.
    private static let most = 256
}
