/// A place in a window that only moves forward.
struct ByteCursor {
    let window: ByteWindow
    private(set) var position: Int

    init(_ window: ByteWindow, at position: Int = 0) {
        self.window = window
        self.position = min(max(position, 0), window.count)
    }

    var remaining: Int { window.count - position }
    var isAtEnd: Bool { remaining == 0 }

    mutating func byte() throws(Fault) -> Int {
        try big(1)
    }

    mutating func big(_ length: Int) throws(Fault) -> Int {
        let value = try window.big(length, at: position)
        position += length
        return value
    }

    mutating func little(_ length: Int) throws(Fault) -> Int {
        let value = try window.little(length, at: position)
        position += length
        return value
    }

    mutating func code() throws(Fault) -> FourCC {
        let code = try window.code(at: position)
        position += 4
        return code
    }

    mutating func take(_ length: Int) throws(Fault) -> ByteWindow {
        let part = try window.part(at: position, count: length)
        position += length
        return part
    }

    /// Takes what there is of `length` bytes.
    mutating func takeClipped(_ length: Int) -> ByteWindow {
        let part = window.clipped(at: position, count: length)
        position += part.count
        return part
    }

    mutating func skip(_ length: Int) throws(Fault) {
        _ = try take(length)
    }

    /// Moves to the next `byte`, which is not taken; without one the rest is skipped and this is `truncated`.
    mutating func advance(to byte: UInt8) throws(Fault) {
        guard let next = window.position(of: byte, from: position) else {
            position = window.count
            throw .truncated
        }
        position = next
    }
}
