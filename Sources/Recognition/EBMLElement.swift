internal import ForeignBytes

/// One element of Matroska's binary language.
struct EBMLElement {
    let identifier: Int
    let body: ByteWindow
    /// Whether the file says where the element ends; if not, what follows lies inside it.
    let hasSize: Bool
    /// Whether the file ends before the element does.
    let isCut: Bool
}

/// Goes over the elements that lie side by side in a window.
struct EBMLWalk {
    private static let mostElements = 100_000

    private var cursor: ByteCursor
    private var count = 0

    init(_ window: ByteWindow) {
        cursor = ByteCursor(window)
    }

    /// The next element; `nil` at the end.
    ///
    /// One without a size is entered: the next to come is its first child.
    mutating func next() throws(Fault) -> EBMLElement? {
        guard cursor.remaining >= 2 else { return nil }
        count += 1
        guard count <= Self.mostElements else { throw .corrupt }
        let identifierLength = try Self.length(try cursor.window.byte(at: cursor.position), most: 4)
        let identifier = try cursor.big(identifierLength)
        let sizeLength = try Self.length(try cursor.window.byte(at: cursor.position), most: 8)
        let mask = (1 << (7 * sizeLength)) - 1
        let size = try cursor.big(sizeLength) & mask
        guard size != mask else {
            let rest = cursor.window.clipped(at: cursor.position)
            return EBMLElement(identifier: identifier, body: rest, hasSize: false, isCut: false)
        }
        let body = cursor.takeClipped(size)
        return EBMLElement(identifier: identifier, body: body, hasSize: true, isCut: body.count < size)
    }

    /// A number's length: one more than the zeros it begins with.
    private static func length(_ first: Int, most: Int) throws(Fault) -> Int {
        let length = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
        guard length <= most else { throw .corrupt }
        return length
    }
}

extension EBMLElement {
    /// The body as an unsigned number of up to eight bytes.
    var number: Int {
        get throws(Fault) {
            guard body.count <= 8 else { throw .corrupt }
            return try body.big(body.count, at: 0)
        }
    }

    /// The body as a floating-point number of four or eight bytes; `nil` for any other length.
    var real: Double? {
        switch body.count {
        case 4: (try? body.big(4, at: 0)).map { Double(Float(bitPattern: UInt32($0))) }
        case 8: body.littleWord(at: 0).map { Double(bitPattern: $0.byteSwapped) }
        default: nil
        }
    }

    /// The body as printable ASCII, at most 64 characters.
    var text: String {
        var text = ""
        for offset in 0..<min(body.count, 64) {
            guard let byte = try? body.byte(at: offset), (0x20..<0x7F).contains(byte) else { break }
            text.unicodeScalars.append(Unicode.Scalar(UInt8(byte)))
        }
        return text
    }
}
