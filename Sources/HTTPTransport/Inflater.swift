internal import AttachmentModel
internal import CZlib

/// Owner of one zlib stream.
@safe struct Inflater: ~Copyable {
    /// Decoded bytes at a time; as many as zlib copies without losing the processor's cache.
    private static let roomBytes = 65_536

    /// zlib keeps a pointer to it, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let room: UnsafeMutableRawBufferPointer
    private(set) var isAtEnd = false
    private(set) var isUntouched = true

    /// `nil` when zlib has no memory.
    init?(isGzip: Bool) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe room = .allocate(byteCount: Self.roomBytes, alignment: 1)
        guard unsafe affix_inflate_begin(stream, isGzip ? 1 : 0) == Z_OK else { return nil }
    }

    deinit {
        _ = unsafe inflateEnd(stream)
        unsafe stream.deallocate()
        unsafe room.deallocate()
    }

    /// Decodes all the bytes and gives out what they become; `false` when they are damaged or go on behind the end.
    mutating func inflate(
        _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws(PreparationError) -> Void
    ) throws(PreparationError) -> Bool {
        guard bytes.count > 0, let start = bytes.baseAddress else { return true }
        guard !isAtEnd else { return false }
        isUntouched = false
        unsafe stream.pointee.next_in = UnsafeMutablePointer(
            mutating: start.assumingMemoryBound(to: UInt8.self))
        unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
        while true {
            unsafe stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
            unsafe stream.pointee.avail_out = UInt32(Self.roomBytes)
            let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            let decoded = Self.roomBytes - Int(unsafe stream.pointee.avail_out)
            if decoded > 0 { try unsafe take(UnsafeRawBufferPointer(rebasing: room[..<decoded])) }
            switch status {
            case Z_STREAM_END:
                isAtEnd = true
                return unsafe stream.pointee.avail_in == 0
            case Z_OK where unsafe decoded == Self.roomBytes || stream.pointee.avail_in > 0: continue
            // Nothing more to be had from what has come.
            case Z_OK, Z_BUF_ERROR: return true
            default: return false
            }
        }
    }
}
