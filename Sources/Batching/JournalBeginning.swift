internal import AttachmentModel
internal import FoundationEssentials

/// Tells a journal by how it begins, so that nothing is ever cut off or added to a file of somebody else's.
enum JournalBeginning {
    /// As much as is looked at; a line of a journal is some thousands of bytes.
    static let mostBytes = 1 << 20

    /// How lines begin, as their keys are sorted: receipts, verdicts and problems.
    static let heads = [#"{"attempts":"#, #"{"device_window":"#, #"{"facts":"#, #"{"id":"#]

    /// Throws `configuration-invalid` for the first bytes of a file that is no journal; an empty file may become one.
    static func check(_ bytes: [UInt8], _ path: String) throws(PreparationError) {
        guard !bytes.isEmpty, !isOurs(bytes) else { return }
        throw PreparationError(
            .configurationInvalid, "\(path) is there already and is no journal, and nothing of it was touched",
            advice: "Name another file with --out, or move that one away")
    }

    private static func isOurs(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            if isLine(rest[..<end]) { return true }
            rest = rest[(end + 1)...]
        }
        return rest.count == bytes.count && isTornLine(bytes)
    }

    /// Whether it is the only line of a run that lost power while it wrote it; what says something whole is not torn.
    private static func isTornLine(_ bytes: [UInt8]) -> Bool {
        guard bytes.count < mostBytes else { return false }
        // Only its end is missing.
        if isLine(bytes[...]) { return true }
        let begins = heads.contains { bytes.starts(with: $0.utf8) || $0.utf8.starts(with: bytes) }
        return begins && (try? JSONDecoder().decode(AnyObject.self, from: Data(bytes))) == nil
    }

    private static func isLine(_ bytes: ArraySlice<UInt8>) -> Bool {
        let mark = try? JSONDecoder().decode(JournalMark.self, from: Data(bytes))
        return mark.flatMap { Fingerprint(text: $0.item) } != nil
    }

    /// Any whole object.
    private struct AnyObject: Decodable {
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }
    }
}
