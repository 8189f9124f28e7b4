/// One box of an ISO base media file.
struct Box {
    let name: BoxName
    let body: SourceBytes
    /// Where its head begins in the file.
    let start: Int
}

/// Goes over the boxes that lie side by side (ISO/IEC 14496-12, section 4.2).
struct BoxWalk {
    /// More boxes than any real level has; it bounds what a file of empty ones costs.
    private static let mostBoxes = 1_000_000

    private let window: SourceBytes
    private let isOutermost: Bool
    private var position: Int
    private var count = 0

    /// - Parameter isOutermost: whether these are the boxes of the file, of which the last may reach to its end.
    init(_ window: SourceBytes, at start: Int = 0, isOutermost: Bool = false) {
        self.window = window
        self.isOutermost = isOutermost
        position = start
    }

    /// The next box; `nil` at the end, which QuickTime may mark by four zeros.
    mutating func next() throws(Fault) -> Box? {
        guard window.holds(8, at: position) else { return nil }
        count += 1
        guard count <= Self.mostBoxes else { throw .corrupt("The file has more boxes side by side than any movie") }
        var size = try window.big(4, at: position)
        let name = try window.name(at: position + 4)
        // Behind the last box of a file may lie anything; it stays behind.
        if isOutermost && !name.isName { return nil }
        var header = 8
        if size == 1 {
            size = try window.big(8, at: position + 8)
            header = 16
        } else if size == 0 {
            guard isOutermost else { return nil }
            size = window.count - position
        }
        guard size >= header, window.holds(size, at: position) else {
            if isOutermost && size >= header { throw .truncated }
            throw .corrupt("The box \(name.text) is longer than what it lies in")
        }
        let start = position
        position += size
        let body = try window.part(at: start + header, count: size - header)
        return Box(name: name, body: body, start: window.start + start)
    }
}

extension SourceBytes {
    /// The body of the first box of each name on the way inwards; `nil` when one is missing.
    func box(_ path: BoxName..., at start: Int = 0) throws(Fault) -> SourceBytes? {
        var window = self
        var start = start
        for name in path {
            var walk = BoxWalk(window, at: start)
            var found: SourceBytes?
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
    func need(_ name: BoxName, at start: Int = 0) throws(Fault) -> SourceBytes {
        guard let found = try box(name, at: start) else { throw .corrupt("The box \(name.text) is missing") }
        return found
    }
}
