/// A GIF of 64 by 48 pixels, made of blocks.
enum GIF {
    static let trailer: [UInt8] = [0x3B]
    static let screen = screen(64, 48)

    static func screen(_ width: Int, _ height: Int, version: String = "89a") -> [UInt8] {
        text("GIF" + version) + little(2, width) + little(2, height) + [0x80, 0, 0] + zeros(6)
    }

    static let loop = application("NETSCAPE2.0", [1, 0, 0])

    static func image(width: Int = 64, flags: UInt8 = 0) -> [UInt8] {
        [0x2C] + zeros(4) + little(2, width) + little(2, 48) + [flags, 2, 2, 0x44, 1, 0]
    }

    static func control(delay: Int, flags: UInt8 = 0) -> [UInt8] {
        [0x21, 0xF9, 4, flags] + little(2, delay) + [0, 0]
    }

    static func application(_ name: String, _ body: [UInt8]) -> [UInt8] {
        [0x21, 0xFF, 11] + text(name) + [UInt8(body.count)] + body + [0]
    }

    static func comment(_ words: String) -> [UInt8] {
        [0x21, 0xFE, UInt8(words.utf8.count)] + text(words) + [0]
    }

    static func file(_ blocks: [UInt8]...) -> [UInt8] {
        screen + blocks.joined() + trailer
    }
}
