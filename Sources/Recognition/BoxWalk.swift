/// One box of an ISO base media file.
struct Box {
    let name: FourCC
    let body: ByteWindow
    /// Whether the file ends before the box does; only the outermost boxes are handed out so.
    let isCut: Bool
}

/// Goes over the boxes that lie side by side in a window.
struct BoxWalk {
    private static let mostBoxes = 100_000

    private(set) var cursor: ByteCursor
    private let allowsCut: Bool
    private var count = 0

    /// - Parameter allowsCut: whether the last box may be longer than the window.
    init(_ window: ByteWindow, at start: Int = 0, allowsCut: Bool = false) {
        cursor = ByteCursor(window, at: start)
        self.allowsCut = allowsCut
    }

    /// The next box; `nil` at the end, which may have up to seven bytes of padding.
    mutating func next() throws(Fault) -> Box? {
        guard cursor.remaining >= 8 else { return nil }
        count += 1
        guard count <= Self.mostBoxes else { throw .corrupt }
        var size = try cursor.big(4)
        let name = try cursor.code()
        var headerSize = 8
        if size == 1 {
            size = try cursor.big(8)
            headerSize = 16
        } else if size == 0 {
            size = headerSize + cursor.remaining
        }
        guard size >= headerSize else { throw .corrupt }
        let length = size - headerSize
        let body = allowsCut ? cursor.takeClipped(length) : try cursor.take(length)
        return Box(name: name, body: body, isCut: body.count < length)
    }
}

extension ByteWindow {
    /// The body of the first box of each name on the way inwards; `nil` when one is missing.
    func box(_ path: FourCC...) throws(Fault) -> ByteWindow? {
        var window = self
        for name in path {
            var walk = BoxWalk(window)
            var found: ByteWindow?
            while found == nil, let box = try walk.next() {
                if box.name == name { found = box.body }
            }
            guard let found else { return nil }
            window = found
        }
        return window
    }
}
