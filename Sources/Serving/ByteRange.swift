/// Which part of a file a client asks for: RFC 9110, section 14.
enum ByteRange: Equatable, Sendable {
    case whole
    case part(Range<Int>)
    /// Nothing of it is in the file.
    case outside

    /// Reads a `Range` header; several ranges, and what cannot be read, stand for the whole, as the RFC allows.
    init(_ header: String?, of count: Int) {
        guard let header, header.hasPrefix("bytes="), !header.contains(",") else {
            self = .whole
            return
        }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            self = .whole
            return
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, nil) where ends[1].isEmpty:
            self = first < count ? .part(first..<count) : .outside
        case (let first?, let last?) where first <= last:
            self = first < count ? .part(first..<min(last, count - 1) + 1) : .outside
        case (nil, let last?) where ends[0].isEmpty:
            self = last > 0 && count > 0 ? .part(max(0, count - last)..<count) : .outside
        // A number beyond 64 bits lies outside every file; a range that ends before it begins says nothing.
        case (nil, _) where !ends[0].isEmpty: self = .outside
        default: self = .whole
        }
    }
}
