/// One box of an ISO base media file.
package struct Box {
    package let name: FourCC
    package let body: ByteWindow
    /// Where its head begins in the file.
    package let start: Int
    /// Whether the file ends before the box does; only the outermost boxes are handed out so.
    package let isCut: Bool

    /// Names that stand side by side in a file; what has another behind the index may be no box at all.
    private static let outermost: Set<FourCC> = [
        "emsg", "free", "ftyp", "mdat", "meta", "mfra", "moof", "moov", "pdin", "pnot", "prft", "sidx", "skip", "ssix",
        "styp", "uuid", "wide",
    ]

    /// Whether this is no box but something that was put behind the last one.
    package var isStray: Bool { !name.isName || isCut && !Self.outermost.contains(name) }
}

/// Goes over the boxes that lie side by side in a window (ISO/IEC 14496-12, section 4.2).
package struct BoxWalk {
    /// More boxes than any real level has; it bounds what a file of empty ones costs.
    private static let mostBoxes = 1_000_000

    package private(set) var cursor: ByteCursor
    private let isOutermost: Bool
    private var count = 0

    /// - Parameter isOutermost: whether these are the boxes of the file, of which the last may reach to its end and
    ///   beyond.
    package init(_ window: ByteWindow, at start: Int = 0, isOutermost: Bool = false) {
        cursor = ByteCursor(window, at: start)
        self.isOutermost = isOutermost
    }

    /// The next box; `nil` at the end, which may have up to seven bytes of padding, and which QuickTime may mark by a
    /// size of zero.
    package mutating func next() throws(Fault) -> Box? {
        guard cursor.remaining >= 8 else { return nil }
        count += 1
        guard count <= Self.mostBoxes else { throw .corrupt("The file has more boxes side by side than any movie") }
        let start = cursor.window.start + cursor.position
        var size = try cursor.big(4)
        let name = try cursor.code()
        var headerSize = 8
        if size == 1 {
            size = try cursor.big(8)
            headerSize = 16
        } else if size == 0 {
            guard isOutermost else { return nil }
            size = headerSize + cursor.remaining
        }
        let length = size - headerSize
        guard length >= 0 else { throw .corrupt("The box \(name.text) is shorter than its own head") }
        guard isOutermost || length <= cursor.remaining else {
            throw cursor.window.isOpenEnded
                ? .truncated : .corrupt("The box \(name.text) is longer than what it lies in")
        }
        let body = cursor.takeClipped(length)
        let isCut = body.count < length
        return Box(name: name, body: isCut ? body : body.closed, start: start, isCut: isCut)
    }
}

extension ByteWindow {
    /// The body of the first box of each name on the way inwards; `nil` when one is missing.
    package func box(_ path: FourCC..., at start: Int = 0) throws(Fault) -> ByteWindow? {
        var window = self
        var start = start
        for name in path {
            var walk = BoxWalk(window, at: start)
            var found: ByteWindow?
            while found == nil, let box = try walk.next() {
                if box.name == name { found = box.body }
            }
            guard let found else { return nil }
            window = found
            start = 0
        }
        return window
    }

    /// The same for a box that must be there.
    package func need(_ name: FourCC, at start: Int = 0) throws(Fault) -> ByteWindow {
        guard let found = try box(name, at: start) else { throw .corrupt("The box \(name.text) is missing") }
        return found
    }
}
