internal import AttachmentModel
internal import ForeignBytes
internal import Glibc
internal import Recognition
internal import Rendering

/// One recogniser for all inputs: its database takes longer to read than any of them.
private nonisolated(unsafe) let recognizer = Recognizer()

/// What is under test: the reader of a kind, whatever the input begins with, or one of the two surveys that follow
/// compressed pixels without keeping them.
private let name = unsafe getenv("AFFIX_FUZZ_KIND").map { unsafe String(cString: $0) }

/// `nil` tests the choice of the reader as well.
private let kind = name.flatMap(MediaKind.init)

/// What libFuzzer calls with each input; any facts are fine, and a trap or a hang is found by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count)
    if name == "png-pixels" {
        _ = PixelStream.end(in: unsafe ByteWindow(file: UnsafeRawBufferPointer(input)))
    } else if name == "gif-rows" {
        _ = unsafe GIFSurvey(of: input.span)
    } else if kind == .png {
        _ = unsafe recognizer.facts(of: withChecksums(unsafe Array(input)).span.bytes, as: kind)
    } else {
        _ = unsafe recognizer.facts(of: UnsafeRawBufferPointer(input).bytes, as: kind)
    }
    return 0
}

/// A PNG whose chunks have the checksums that are due: hardly a damaged one would come further than its first.
private func withChecksums(_ png: [UInt8]) -> [UInt8] {
    var png = png
    var start = 8
    while start + 12 <= png.count {
        let length = png[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
        guard length <= png.count - start - 12 else { break }
        let end = start + 8 + length
        let checksum = crc(png[(start + 4)..<end])
        for index in 0..<4 { png[end + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(24 - 8 * index)) }
        start = end + 4
    }
    return png
}

private func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
