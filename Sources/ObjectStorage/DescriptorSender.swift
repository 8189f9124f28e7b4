internal import Glibc
internal import HTTPTransport
package import Handover

/// Sends an open file, straight from its descriptor.
package final class DescriptorSender: HTTPSender {
    private let descriptor: OwnedDescriptor
    package let count: Int

    package init(_ descriptor: consuming OwnedDescriptor, count: Int) {
        self.descriptor = descriptor
        self.count = count
    }

    package func read(into room: UnsafeMutableRawBufferPointer, from place: Int) -> Int? {
        guard place < count else { return 0 }
        while true {
            let got = unsafe pread(descriptor.number, room.baseAddress, min(room.count, count - place), off_t(place))
            if got < 0 && errno == EINTR { continue }
            return got > 0 ? got : nil
        }
    }
}
