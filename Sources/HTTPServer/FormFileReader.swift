/// Finds the one file in a form as it comes: `multipart/form-data` by RFC 7578, whose framing is that of RFC 2046.
///
/// It holds a head of a few kilobytes at most, never a body.
package struct FormFileReader: Sendable {
    private enum Place {
        /// Before the first boundary; what stands there says nothing.
        case preamble
        /// Behind a boundary, on the line that it stands on.
        case boundaryLine([UInt8])
        case head([UInt8])
        case body
        /// Behind the last boundary; what stands there says nothing.
        case epilogue
    }

    /// Bytes that the head of a part may have: names of files are at most a few hundred.
    static let longestHead = 8 << 10
    /// Bytes that may stand before the first boundary and behind the last one, together: nobody needs any.
    static let longestSurroundings = 64 << 10

    /// What a boundary looks like between two parts.
    private let delimiter: [UInt8]
    private let field: String
    private var place = Place.preamble
    /// How much of the delimiter the last bytes were.
    ///
    /// A line end stands nowhere in it but in front, so that nothing that began earlier can be missed.
    private var matched: Int
    private var hasFile = false
    private var surroundings = 0

    /// - Parameters:
    ///   - contentType: the header of the request.
    ///   - field: the name of the part that holds the file.
    /// - Throws: a fault when the header names no boundary, or one that RFC 2046 does not allow.
    package init(contentType: String, field: String) throws(FormFault) {
        guard let header = HeaderParameters(contentType), header.value == "multipart/form-data",
            let boundary = header.parameters["boundary"], (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), boundary.last != " "
        else { throw FormFault("The Content-Type names no boundary between the parts of the form") }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.field = field
        // The first boundary needs no line end before it.
        matched = 2
    }

    /// Reads on, and hands each piece of the file to `take`.
    package mutating func read(_ bytes: Span<UInt8>, into take: (Span<UInt8>) -> Void) throws(FormFault) {
        var index = 0
        while index < bytes.count {
            switch place {
            case .preamble:
                let end = find(in: bytes, from: index, { _ in })
                try pass((end ?? bytes.count) - index)
                if let end { begin(at: end, &index) } else { return }
            case .body:
                if let end = find(in: bytes, from: index, take) { begin(at: end, &index) } else { return }
            case .boundaryLine(var line):
                place = .epilogue
                line.append(bytes[index])
                index += 1
                place = try after(line)
            case .head(var head):
                place = .epilogue
                head.append(bytes[index])
                index += 1
                place = try after(head: head)
            case .epilogue: return try pass(bytes.count - index)
            }
        }
    }

    /// Says that the body has ended.
    ///
    /// Throws when the last boundary, or the file, has not come.
    package func finish() throws(FormFault) {
        switch place {
        case .epilogue: break
        // The line end behind the last boundary may be missing.
        case .boundaryLine(let line) where line.starts(with: Array("--".utf8)): break
        default: throw FormFault("The form ends before its last boundary")
        }
        guard hasFile else { throw FormFault("The form has no part named \(field)") }
    }

    /// Passes over bytes that say nothing.
    private mutating func pass(_ count: Int) throws(FormFault) {
        surroundings += count
        guard surroundings <= Self.longestSurroundings + delimiter.count else {
            throw FormFault("The form has too much before its first boundary or behind its last one")
        }
    }

    private mutating func begin(at end: Int, _ index: inout Int) {
        place = .boundaryLine([])
        index = end
    }

    /// Looks for the delimiter, and hands out what stands before it.
    ///
    /// - Returns: where it ends; `nil` when it has not ended yet.
    private mutating func find(in bytes: Span<UInt8>, from start: Int, _ take: (Span<UInt8>) -> Void) -> Int? {
        var (index, begin) = (start, start)
        while index < bytes.count {
            if bytes[index] == delimiter[matched] {
                if matched == 0, index > begin { take(bytes.extracting(begin..<index)) }
                matched += 1
                index += 1
                begin = index
                guard matched == delimiter.count else { continue }
                matched = 0
                return index
            } else if matched > 0 {
                // It only looked like one; this byte may begin another.
                take(delimiter.span.extracting(first: matched))
                matched = 0
                begin = index
            } else {
                index += 1
            }
        }
        if matched == 0, index > begin { take(bytes.extracting(begin..<index)) }
        return nil
    }

    private func after(_ line: [UInt8]) throws(FormFault) -> Place {
        if line.starts(with: Array("--".utf8)) { return .epilogue }
        guard line.last == UInt8(ascii: "\n") else {
            guard line.count <= 64 else { throw FormFault("A boundary of the form is followed by something else") }
            return .boundaryLine(line)
        }
        // Blanks may follow a boundary, for the sake of mail.
        let isBare = line.allSatisfy { [UInt8(ascii: " "), UInt8(ascii: "\t"), 13, 10].contains($0) }
        guard isBare, line.dropLast().last == 13 else {
            throw FormFault("A boundary of the form is followed by something else")
        }
        return .head([])
    }

    private mutating func after(head: [UInt8]) throws(FormFault) -> Place {
        let isEmpty = head.elementsEqual([13, 10])
        guard isEmpty || head.suffix(4).elementsEqual([13, 10, 13, 10]) else {
            guard head.count < Self.longestHead else { throw FormFault("A part of the form has too long a head") }
            return .head(head)
        }
        guard Self.name(in: head) == field else {
            throw FormFault("The form has a part that is not named \(field)")
        }
        guard !hasFile else { throw FormFault("The form has two parts named \(field)") }
        hasFile = true
        return .body
    }

    /// The name of a part, from its Content-Disposition.
    private static func name(in head: [UInt8]) -> String? {
        guard let text = String(validating: head, as: UTF8.self) else { return nil }
        for line in text.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-disposition" else { continue }
            let header = HeaderParameters(String(parts[1]))
            return header?.value == "form-data" ? header?.parameters["name"] : nil
        }
        return nil
    }
}
