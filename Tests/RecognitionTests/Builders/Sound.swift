/// Sound files of about half a second.
enum Sound {
    /// MPEG-1 layer III, 128 kb/s, 44.1 kHz: 417 bytes, 1152 samples.
    static let mp3Frame = [0xFF, 0xFB, 0x90, 0x64] + zeros(413)
    /// AAC, 44.1 kHz, 28 bytes, 1024 samples.
    static let adtsFrame = [0xFF, 0xF1, 0x50, 0x80, 0x03, 0x9F, 0xFC] + zeros(21)

    static func repeated(_ frame: [UInt8], _ count: Int = 20) -> [UInt8] {
        Array(repeatElement(frame, count: count).joined())
    }

    static func tag(_ body: [UInt8] = zeros(30), claiming length: Int? = nil) -> [UInt8] {
        let length = length ?? body.count
        return text("ID3\u{3}\0\0") + [21, 14, 7, 0].map { UInt8(length >> $0 & 0x7F) } + body
    }

    /// A first frame that counts the frames of the file.
    static func index(frames: Int) -> [UInt8] {
        let head = [0xFF, 0xFB, 0x90, 0x64] + zeros(32) + text("Xing") + big(4, 1) + big(4, frames)
        return head + zeros(417 - head.count)
    }

    static func chunk(_ name: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        text(name) + little(4, size ?? body.count) + body
    }

    static func format(_ tag: Int, more: [UInt8] = []) -> [UInt8] {
        chunk(
            "fmt ",
            little(2, tag) + little(2, 1) + little(4, 8_000) + little(4, 16_000) + little(2, 2) + little(2, 16) + more)
    }

    static func wave(_ chunks: [UInt8]..., name: String = "RIFF") -> [UInt8] {
        let body = Array(chunks.joined())
        return text(name) + little(4, 4 + body.count) + text("WAVE") + body
    }

    /// 8000 samples at 16 kHz.
    static func aiff(_ form: String = "AIFF", codec: String = "", dataSize: Int = 16) -> [UInt8] {
        let rate = [0x40, 0x0C, 0xFA] + zeros(7)
        let common = big(2, 1) + big(4, 8_000) + big(2, 16) + rate + text(codec)
        let body = text(form + "COMM") + big(4, common.count) + common + text("SSND") + big(4, dataSize) + zeros(16)
        return text("FORM") + big(4, body.count) + body
    }
}
