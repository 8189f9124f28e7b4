internal import CVips
internal import Handover

/// The bytes of a finished file, in memory of libvips.
@safe struct EncodedPicture: ~Copyable {
    let count: Int
    private let bytes: UnsafeMutableRawPointer

    init(owning bytes: UnsafeMutableRawPointer, count: Int) {
        unsafe self.bytes = bytes
        self.count = count
    }

    deinit {
        unsafe g_free(bytes)
    }

    /// Writes the whole file; `false` when the descriptor takes no more.
    func write(to output: borrowing OwnedDescriptor) -> Bool {
        unsafe output.append(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
