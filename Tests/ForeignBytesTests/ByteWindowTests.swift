internal import ForeignBytes
internal import Testing

struct ByteWindowTests {
    private static func reading<Value>(_ bytes: [UInt8], _ body: (ByteWindow) -> Value) -> Value {
        unsafe bytes.withUnsafeBytes { unsafe body(ByteWindow(file: $0)) }
    }

    private static func fault(_ bytes: [UInt8], _ body: (ByteWindow) throws(Fault) -> Void) -> Fault? {
        reading(bytes) { window in
            do throws(Fault) {
                try body(window)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test(arguments: [(1, 0x01), (2, 0x0102), (3, 0x01_0203), (4, 0x0102_0304), (8, 0x0102_0304_0506_0708)])
    func `a number is read in either order of its bytes`(length: Int, value: Int) {
        let bytes = (1...UInt8(length)).map { $0 }
        #expect(Self.reading(bytes) { try? $0.big(length, at: 0) } == value)
        #expect(Self.reading(bytes.reversed()) { try? $0.little(length, at: 0) } == value)
    }

    @Test func `a number beyond the largest is a contradiction`() {
        let bytes = [UInt8](repeating: 0xFF, count: 8)
        #expect(Self.fault(bytes) { window throws(Fault) in _ = try window.big(8, at: 0) } != nil)
        #expect(Self.fault(bytes) { window throws(Fault) in _ = try window.little(8, at: 0) } != nil)
        #expect(Self.reading(bytes) { try? $0.signed(at: 0) } == -1)
    }

    @Test(arguments: [-1, 1, 2, Int.max, Int.min])
    func `past the end of the file is cut short`(offset: Int) {
        #expect(Self.fault([1, 2, 3, 4]) { window throws(Fault) in _ = try window.big(4, at: offset) } == .truncated)
    }

    @Test func `past the end of a part that is all there is a contradiction`() {
        let fault = Self.fault([1, 2, 3, 4]) { window throws(Fault) in
            let part = try window.part(at: 1, count: 2)
            #expect(part.start == 1 && part.count == 2)
            _ = try part.byte(at: 2)
        }
        guard case .corrupt = fault else { return #expect(fault == .corrupt) }
    }

    @Test func `a part at the end of the file ends with it`() {
        #expect(
            Self.fault([1, 2, 3, 4]) { window throws(Fault) in _ = try window.part(at: 2, count: 2).byte(at: 2) }
                == .truncated)
    }

    @Test func `a cursor never passes the end`() {
        Self.reading([1, 2, 3]) { window in
            var cursor = ByteCursor(window, at: 1)
            #expect(cursor.takeClipped(9).count == 2)
            #expect(cursor.isAtEnd && (try? cursor.byte()) == nil)
            #expect(ByteCursor(window, at: 9).position == 3)
        }
    }

    @Test func `words are found where they are`() {
        Self.reading(Array("abcabc".utf8)) { window in
            #expect(window.reads("cab", at: 2) && !window.reads("cab", at: 3) && !window.reads("c", at: 6))
            #expect(window.lastPosition(of: "abc", within: 6) == 3 && window.lastPosition(of: "abc", within: 2) == nil)
            #expect(window.holdsText("bca") && !window.holdsText("cc"))
            #expect(window.position(of: UInt8(ascii: "c"), from: 3) == 5)
        }
    }
}
