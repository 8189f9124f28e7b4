/// Gathers what libcurl hands over in pieces of 16 kB, so that a spool is written in large ones.
///
/// One stage serves all transfers of a loop: it holds the bytes of one at a time, and never across a turn of the loop.
@safe final class BodyStage {
    /// As much as is taken from a socket at once.
    static let bytes = 131_072

    private let room = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 1)
    private var count = 0
    private var owner: Transfer?

    deinit {
        unsafe room.deallocate()
    }

    func add(_ bytes: UnsafeRawBufferPointer, of transfer: Transfer) {
        if unsafe owner !== transfer || count + bytes.count > room.count { flush() }
        guard unsafe bytes.count <= room.count else { return unsafe transfer.receive(bytes) }
        owner = transfer
        unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Hands over what is there; nothing may be left when a transfer ends.
    func flush() {
        guard let owner else { return }
        unsafe owner.receive(UnsafeRawBufferPointer(rebasing: room[..<count]))
        (self.owner, count) = (nil, 0)
    }
}
