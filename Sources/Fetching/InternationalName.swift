internal import CIDN

/// Host names in other scripts than Latin, on their way to the ASCII form that the name system knows.
enum InternationalName {
    /// The name in lowercase ASCII; `nil` when it cannot be written so.
    ///
    /// libidn2 knows the rules (IDNA2008 with TR46, as libcurl applies them): how letters compose, which scripts may
    /// mix, which characters no host name has.
    static func ascii(_ name: String) -> String? {
        // Names of machines in private networks may hold what IDNA forbids, such as underscores: ASCII stays as it is.
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            return labels.allSatisfy { $0.utf8.count <= 63 } ? name.lowercased() : nil
        }
        guard let ascii = unsafe affix_idn_ascii(name) else { return nil }
        defer { unsafe idn2_free(ascii) }
        let written = unsafe String(cString: ascii).lowercased()
        // Some signs decompose into a slash or worse, which would begin a path in the middle of a name.
        return written.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
            ? written : nil
    }
}
