/// A place in a window that only moves forward.
package struct ByteCursor {
    package let window: ByteWindow
    @usableFromInline var place: Int

    @inlinable
    package init(_ window: ByteWindow, at position: Int = 0) {
        self.window = window
        place = min(max(position, 0), window.count)
    }

    // A reader asks this for every few bytes: calls across modules would take longer than the answers.
    @inlinable @inline(__always)
    package var position: Int { place }

    @inlinable @inline(__always)
    package var remaining: Int { window.count - place }
    @inlinable @inline(__always)
    package var isAtEnd: Bool { remaining == 0 }

    @inlinable @inline(__always)
    package mutating func byte() throws(Fault) -> Int {
        let value = try window.byte(at: position)
        place += 1
        return value
    }

    @inlinable
    package mutating func big(_ length: Int) throws(Fault) -> Int {
        let value = try window.big(length, at: position)
        place += length
        return value
    }

    @inlinable
    package mutating func little(_ length: Int) throws(Fault) -> Int {
        let value = try window.little(length, at: position)
        place += length
        return value
    }

    @inlinable
    package mutating func code() throws(Fault) -> FourCC {
        let code = try window.code(at: position)
        place += 4
        return code
    }

    @inlinable
    package mutating func take(_ length: Int) throws(Fault) -> ByteWindow {
        let part = try window.part(at: position, count: length)
        place += length
        return part
    }

    /// Takes what there is of `length` bytes.
    @inlinable
    package mutating func takeClipped(_ length: Int) -> ByteWindow {
        let part = window.clipped(at: position, count: length)
        place += part.count
        return part
    }

    @inlinable
    package mutating func skip(_ length: Int) throws(Fault) {
        try window.require(length, at: position)
        place += length
    }

    /// Moves to the next `byte`, which is not taken; without one the rest is skipped and this is `truncated`.
    @inlinable
    package mutating func advance(to byte: UInt8) throws(Fault) {
        guard let next = window.position(of: byte, from: position) else {
            place = window.count
            throw .truncated
        }
        place = next
    }
}
