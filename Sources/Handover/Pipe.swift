internal import CDescriptors

/// Both ends of a stream from one process to another: nothing of it is stored.
package struct Pipe: ~Copyable {
    package let reading: OwnedDescriptor
    package private(set) var writing: OwnedDescriptor

    /// Bytes on their way: what Linux grants everybody (`/proc/sys/fs/pipe-max-size`), so that the two ends seldom wait.
    private static let room: Int32 = 1 << 20

    /// `nil` when the process has no descriptor left.
    package init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe affix_pipe(&ends) == 0 else { return nil }
        affix_widen_pipe(ends[0], Self.room)
        reading = OwnedDescriptor(owning: ends[0])
        writing = OwnedDescriptor(owning: ends[1])
    }

    /// Hands the writing end over: when its new owner goes, the reader sees the end of the stream.
    package mutating func takeWriting() -> OwnedDescriptor {
        var end = OwnedDescriptor.none
        swap(&end, &writing)
        return end
    }
}
