/// A JPEG of 64 by 48 pixels, made of segments.
enum JPEG {
    static let start: [UInt8] = [0xFF, 0xD8]
    static let end: [UInt8] = [0xFF, 0xD9]
    static let jfif = segment(0xE0, text("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    /// Coded data with a plain FF and a restart marker in it.
    static let data: [UInt8] = [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4]

    static let restarts = segment(0xDD, [0, 1])

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(2, body.count + 2) + body
    }

    static func frame(
        _ marker: UInt8 = 0xC0, components: Int = 3, precision: Int = 8, width: Int = 64, height: Int = 48
    ) -> [UInt8] {
        let each = (1...components).flatMap { number -> [UInt8] in [UInt8(number), 0x11, 0] }
        let size = big(1, precision) + big(2, height) + big(2, width)
        return segment(marker, size + big(1, components) + each)
    }

    static func scan(components: Int = 3) -> [UInt8] {
        let each = (1...components).flatMap { number -> [UInt8] in [UInt8(number), 0] }
        return segment(0xDA, big(1, components) + each + [0, 63, 0]) + data
    }

    static func exif(orientation: Int, type: Int = 3, count: Int = 1, isBigEndian: Bool = true) -> [UInt8] {
        segment(0xE1, text("Exif\0\0") + tiff(orientation: orientation, type, count, isBigEndian))
    }

    static func tiff(orientation: Int, _ type: Int = 3, _ count: Int = 1, _ isBigEndian: Bool = true) -> [UInt8] {
        let number = isBigEndian ? big : little
        let entry = number(2, 0x0112) + number(2, type) + number(4, count) + number(2, orientation) + zeros(2)
        return text(isBigEndian ? "MM" : "II") + number(2, 42) + number(4, 8) + number(2, 1) + entry + zeros(4)
    }

    static func file(_ head: [UInt8] = jfif, frame: [UInt8] = frame(), scans: [UInt8] = scan()) -> [UInt8] {
        start + head + restarts + frame + scans + end
    }
}
