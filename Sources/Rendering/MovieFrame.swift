internal import AttachmentModel
internal import Handover

/// One picture of a movie as ffmpeg draws it: a bitmap of blue, green and red bytes, in rows from below.
///
/// It comes over a pipe from a process that opens a stranger's bytes: its head is checked before its pixels are held.
struct MovieFrame {
    /// The heads of a file and of a picture (BITMAPFILEHEADER, BITMAPINFOHEADER).
    private static let headLength = 54

    /// The whole bitmap.
    let bytes: [UInt8]
    let width, height: Int

    /// The next picture of a stream; `nil` at its end, be it in the middle of a picture.
    init?(from stream: borrowing OwnedDescriptor, mostPixels: Int) throws(PreparationError) {
        let head = stream.next(Self.headLength)
        guard head.count == Self.headLength else { return nil }
        func number(_ at: Int, _ count: Int = 4) -> Int {
            (0..<count).reversed().reduce(0) { $0 << 8 | Int(head[at + $1]) }
        }
        let (width, height) = (number(18), number(22))
        guard head.starts(with: Array("BM".utf8)), number(10) == Self.headLength, number(28, 2) == 24, number(30) == 0,
            (1...mostPixels).contains(width), (1...(mostPixels / width)).contains(height)
        else { throw PreparationError(.mediaCorrupt, "A frame of the movie cannot be drawn", stage: .render) }
        let bytes = stream.next(Self.rowLength(width) * height, after: head)
        guard bytes.count == Self.headLength + Self.rowLength(width) * height else { return nil }
        self.init(bytes: bytes, width: width, height: height)
    }

    init(bytes: [UInt8], width: Int, height: Int) {
        self.bytes = bytes
        self.width = width
        self.height = height
    }

    /// Bytes of a row, which is filled up to a multiple of four.
    private static func rowLength(_ width: Int) -> Int { (width * 3 + 3) / 4 * 4 }

    /// Pixels across and down that are looked at, about; as many as there are in a small frame.
    private static let looks = 256

    /// The standard deviation of the pixels' luma, 0 to 127.5; of a large frame that of a grid of them.
    ///
    /// Luma as of ITU-R BT.601 in 256 levels, the weights in 256ths: 0.299 red, 0.587 green and 0.114 blue.
    var spread: Double {
        let row = Self.rowLength(width)
        let pixels = bytes.span
        let (across, down) = (max(1, width / Self.looks), max(1, height / Self.looks))
        var (sum, squares, seen) = (0, 0, 0)
        for y in stride(from: 0, to: height, by: down) {
            for x in stride(from: 0, to: width, by: across) {
                let at = Self.headLength + y * row + 3 * x
                let luma = (29 * Int(pixels[at]) + 150 * Int(pixels[at + 1]) + 77 * Int(pixels[at + 2]) + 128) >> 8
                sum += luma
                squares += luma * luma
                seen += 1
            }
        }
        let count = Double(seen)
        let mean = Double(sum) / count
        return max(0, Double(squares) / count - mean * mean).squareRoot()
    }
}
