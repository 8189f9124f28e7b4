internal import ForeignBytes
internal import Testing

struct AudioFrameTests {
    private static func frame(_ bytes: [UInt8]) -> AudioFrame? {
        unsafe bytes.withUnsafeBytes { unsafe AudioFrame(at: 0, in: ByteWindow(file: $0)) }
    }

    @Test(
        arguments: [
            ([0xFF, 0xFB, 0x90, 0], "mp3", 417, 1_152, 44_100), ([0xFF, 0xFB, 0x92, 0], "mp3", 418, 1_152, 44_100),
            ([0xFF, 0xF3, 0x90, 0], "mp3", 261, 576, 22_050), ([0xFF, 0xE3, 0x40, 0], "mp3", 208, 576, 11_025),
            ([0xFF, 0xFD, 0x80, 0], "mp2", 417, 1_152, 44_100), ([0xFF, 0xFF, 0x90, 0], "mp1", 312, 384, 44_100),
        ] as [([UInt8], String, Int, Int, Int)])
    func `a header of MPEG audio gives length and rate`(
        row: (bytes: [UInt8], codec: String, length: Int, samples: Int, rate: Int)
    ) {
        let frame = Self.frame(row.bytes)
        #expect(frame?.codec == row.codec && frame?.length == row.length)
        #expect(frame?.samples == row.samples && frame?.sampleRate == row.rate && frame?.aac == nil)
    }

    @Test func `a header of AAC gives its set-up`() {
        // Low complexity, 44,100 Hz, two channels, 15 bytes without a checksum, one block.
        let frame = Self.frame([0xFF, 0xF1, 0x50, 0x80, 0x01, 0xFF, 0xFC])
        #expect(frame?.codec == "aac" && frame?.length == 15 && frame?.sampleRate == 44_100 && frame?.channels == 2)
        #expect(frame?.aac?.headerLength == 7 && frame?.aac?.blocks == 1 && frame?.aac?.objectType == 2)
    }

    @Test(
        arguments: [
            [0xFF, 0xFB, 0xF0, 0], [0xFF, 0xFB, 0x9C, 0], [0xFF, 0xEB, 0x90, 0], [0xFF, 0xF9, 0x90, 0],
            [0xFF, 0xFB, 0x00, 0], [0xFF, 0xF1, 0x7C, 0x80, 0x01, 0xFF, 0xFC], [0xFF, 0xF1, 0x50, 0x80, 0, 0xE0, 0xFC],
        ] as [[UInt8]])
    func `what is no header, or has no length, is none`(bytes: [UInt8]) {
        #expect(Self.frame(bytes) == nil)
    }

    @Test func `frames of another layout are of another recording`() {
        let stereo = Self.frame([0xFF, 0xF1, 0x50, 0x80, 0x01, 0xFF, 0xFC])
        let mono = Self.frame([0xFF, 0xF1, 0x50, 0x40, 0x01, 0xFF, 0xFC])
        #expect(stereo.flatMap { stereo in mono.map(stereo.goes) } == false)
    }

    @Test func `a tag whose length leads out of the file ends behind its head`() {
        let bytes = Array("ID3".utf8) + [3, 0, 0, 0x7F, 0, 0, 0] + [1, 2, 3]
        unsafe bytes.withUnsafeBytes { bytes in
            let file = unsafe ByteWindow(file: bytes)
            #expect(ID3Tag(at: 0, in: file)?.end(at: 0, in: file) == 10)
            #expect(ID3Tag(at: 1, in: file) == nil)
        }
    }
}
