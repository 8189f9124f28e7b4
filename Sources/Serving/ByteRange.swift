/// Which part of a file a client asks for: RFC 9110, section 14.
enum ByteRange: Equatable, Sendable {
    case whole
    case part(Range<Int>)
    /// Nothing of it is in the file.
    case outside

    /// Reads a `Range` header; several ranges, and what cannot be read, stand for the whole, as the RFC allows.
    init(_ header: String?, of count: Int) {
        guard let header, header.prefix(6).lowercased() == "bytes=", !header.contains(",") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            self = .whole
            return
        }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (let first?, nil): self = first < count ? .part(first..<count) : .outside
        case (let first?, let last?) where first <= last:
            self = first < count ? .part(first..<min(last, count - 1) + 1) : .outside
        case (nil, let last?): self = last > 0 && count > 0 ? .part(count - min(last, count)..<count) : .outside
        // A range that ends before it begins, or does neither, says nothing.
        case (_?, _?), (nil, nil): self = .whole
        }
    }

    /// `nil` for no digits; a number beyond 64 bits lies behind every file, as the largest of them does.
    private static func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }
}
