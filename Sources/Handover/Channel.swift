internal import CDescriptors
package import FlowControl
internal import FoundationEssentials
internal import Glibc

/// One end of the line between front and worker: JSON messages as packets, with descriptors beside them.
///
/// Both ends are ours, but a worker may have been taken over by the bytes it opened: what it sends is bounded in size,
/// decoded strictly, and any descriptor it sends is closed.
package struct Channel: ~Copyable, Sendable {
    /// Why nothing came.
    package enum Fault: Error {
        /// The deadline passed first.
        case late
        /// The other end is gone, or nothing could be sent to it.
        case closed
        /// What came was no message.
        case garbled
    }

    /// A message and the descriptors that came with it, absent ones as `none`.
    package struct Delivery<Message: Sendable>: ~Copyable, Sendable {
        package let message: Message
        package let first, second: OwnedDescriptor
    }

    /// Both ends of a new line.
    struct Ends: ~Copyable, Sendable {
        let near, far: OwnedDescriptor

        /// `nil` when the process has no descriptor left.
        init?() {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
            near = OwnedDescriptor(owning: ends[0])
            far = OwnedDescriptor(owning: ends[1])
        }
    }

    private static let mostBytes = 1 << 16
    private let descriptor: OwnedDescriptor

    package init(_ descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Sends one message; the descriptors stay the caller's.
    package func send(_ message: some Encodable, with descriptors: [Int32] = []) throws(Fault) {
        guard let bytes = try? JSONEncoder().encode(message), bytes.count <= Self.mostBytes else { throw .garbled }
        let sent = unsafe bytes.withUnsafeBytes { bytes in
            unsafe affix_send(descriptor.number, bytes.baseAddress, bytes.count, descriptors, Int32(descriptors.count))
        }
        guard sent == bytes.count else { throw .closed }
    }

    /// Waits for one message; without a deadline, until the other end closes.
    package func receive<Message: Decodable & Sendable>(
        _ type: Message.Type, until deadline: Deadline?
    ) throws(Fault) -> Delivery<Message> {
        try waitForPacket(until: deadline)
        var numbers: [Int32] = [-1, -1]
        var came: Int32 = 0
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.mostBytes) { room, filled in
            count = unsafe affix_receive(descriptor.number, room.baseAddress, room.count, &numbers, &came)
            filled = max(0, count)
        }
        let first = came > 0 ? OwnedDescriptor(owning: numbers[0]) : .none
        let second = came > 1 ? OwnedDescriptor(owning: numbers[1]) : .none
        guard count > 0 else { throw count == 0 || errno == ECONNRESET ? .closed : .garbled }
        guard let message = try? JSONDecoder().decode(type, from: Data(bytes)) else { throw .garbled }
        return Delivery(message: message, first: first, second: second)
    }

    private func waitForPacket(until deadline: Deadline?) throws(Fault) {
        while true {
            var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, deadline?.pollMilliseconds() ?? -1)
            if ready > 0 { return }
            if ready < 0 && errno != EINTR { throw .closed }
            if let deadline, deadline.hasPassed() { throw .late }
        }
    }
}
