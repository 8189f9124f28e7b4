internal import CVips
internal import Handover

/// The bytes of a finished file, in memory of libvips, with what we put into them.
@safe struct EncodedPicture: ~Copyable {
    private let bytes: UnsafeMutableRawPointer
    private let size: Int
    /// Bytes that go in behind the first two, the file's own start mark.
    private var insertion: [UInt8] = []

    init(owning bytes: UnsafeMutableRawPointer, count: Int) {
        unsafe self.bytes = bytes
        size = count
    }

    deinit {
        unsafe g_free(bytes)
    }

    /// The size of the whole file in bytes.
    var count: Int { size + insertion.count }

    /// Puts a JFIF segment first.
    ///
    /// libvips leaves it out together with the metadata, but one push client knows JPEG only by it.
    mutating func insertJFIF() {
        insertion = JPEGCopy.jfif
    }

    /// Whether the file holds exactly these pixels.
    func decodes(to picture: borrowing Raster) throws(RasterFault) -> Bool {
        try unsafe Raster(opening: UnsafeRawBufferPointer(start: bytes, count: size)).equals(picture)
    }

    /// Writes the whole file; `false` when the descriptor takes no more.
    func write(to output: borrowing OwnedDescriptor) -> Bool {
        let start = min(2, size)
        let head = unsafe UnsafeRawBufferPointer(start: bytes, count: start)
        let rest = unsafe UnsafeRawBufferPointer(start: bytes + start, count: size - start)
        return unsafe output.append(head) && insertion.withUnsafeBytes { unsafe output.append($0) }
            && output.append(rest)
    }
}
