import AttachmentModel
import FlowControl
import Glibc
import TestSupport
import Testing

@testable import Handover

struct ChannelTests {
    /// Lends the two ends of a line, the far one as a bare descriptor.
    private func withLine(_ body: (borrowing Channel, Int32) throws -> Void) throws {
        let ends = try present(Channel.Ends())
        let far = dup(ends.far.number)
        defer { close(far) }
        try body(Channel(OwnedDescriptor(owning: dup(ends.near.number))), far)
    }

    /// An end whose other end is gone.
    private func lonelyEnd() throws -> Channel {
        let ends = try present(Channel.Ends())
        return Channel(OwnedDescriptor(owning: dup(ends.near.number)))
    }

    @Test func `a message arrives with its descriptor`() throws {
        try withLine { near, far in
            let other = Channel(OwnedDescriptor(owning: dup(far)))
            let memory = try present(OwnedDescriptor.memory(named: "test"))
            #expect(ftruncate(memory.number, 7) == 0)
            try near.send(WorkerRequest.recognize(bytes: 7), with: [memory.number])
            let delivery = try other.receive(WorkerRequest.self, until: Deadline(in: .seconds(30)))
            guard case .recognize(bytes: 7) = delivery.message else {
                Issue.record("another message arrived")
                return
            }
            #expect(delivery.first.number != memory.number)
            #expect(delivery.first.fileSize == 7)
            #expect(delivery.second.fileSize == nil)
        }
    }

    @Test func `silence ends at the deadline`() throws {
        try withLine { near, _ in
            #expect(throws: Channel.Fault.late) {
                _ = try near.receive(WorkerAnswer.self, until: Deadline(in: .milliseconds(10)))
            }
        }
    }

    @Test func `the other end's death is seen at once`() throws {
        let near = try lonelyEnd()
        #expect(throws: Channel.Fault.closed) {
            _ = try near.receive(WorkerAnswer.self, until: Deadline(in: .seconds(30)))
        }
        #expect(throws: Channel.Fault.closed) { try near.send(WorkerRequest.recognize(bytes: 1)) }
    }

    @Test(arguments: ["{", "{\"recognized\":{}}", "null", String(repeating: "x", count: 70_000)])
    func `babble is no message`(text: String) throws {
        try withLine { near, far in
            #expect(unsafe send(far, text, text.utf8.count, 0) == text.utf8.count)
            #expect(throws: Channel.Fault.garbled) {
                _ = try near.receive(WorkerAnswer.self, until: Deadline(in: .seconds(30)))
            }
        }
    }
}
