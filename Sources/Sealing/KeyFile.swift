internal import AttachmentModel
internal import Handover
internal import Push

/// A file of keys, one on each line as `name:base64`, the newest first; `#` begins a comment.
///
/// The first key seals. The others are there to open what was sealed before the last change.
enum KeyFile {
    /// A file of keys has a few lines.
    private static let mostBytes = 65_536
    private static let mostNameBytes = 32

    /// Reads a file that nobody but its owner may read.
    static func keys(in path: String) throws(PreparationError) -> [SealingKey] {
        let file: SecretFile
        do throws(SecretFile.Fault) {
            file = try SecretFile(path, mostBytes: mostBytes)
        } catch {
            switch error {
            case .unreadable(let reason): throw fault(path, "cannot be opened", detail: reason)
            case .unlikely: throw fault(path, "is no file of keys")
            }
        }
        guard !file.isOpenToOthers else {
            throw fault(path, "can be read by others than its owner: chmod 600 it, and use new keys if somebody has")
        }
        return try keys(of: String(decoding: file.bytes, as: UTF8.self), path)
    }

    /// Reads the lines; a message names a line, never what stands in it.
    static func keys(of text: String, _ path: String) throws(PreparationError) -> [SealingKey] {
        var keys: [SealingKey] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = trimmed(line)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            // What has blanks or colons within is refused: without them it would be another name, or another key.
            let parts = line.split(separator: ":", omittingEmptySubsequences: false).map(trimmed)
            let place = "line \(index + 1) of \(path)"
            guard parts.count == 2, isName(parts[0]) else {
                throw fault(place, "is not name:base64, with a name of up to \(mostNameBytes) letters, digits, - and _")
            }
            guard let bytes = Base64.bytes(of: String(parts[1])), bytes.count == 32 else {
                throw fault(place, "holds no key of 32 bytes in base64; openssl rand -base64 32 makes one")
            }
            guard !keys.contains(where: { $0.id == parts[0] }) else { throw fault(place, "names a key a second time") }
            keys.append(SealingKey(id: String(parts[0]), bytes: bytes))
        }
        guard !keys.isEmpty else { throw fault(path, "holds no key") }
        return keys
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...mostNameBytes).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
    }

    private static func fault(_ place: String, _ words: String, detail: String? = nil) -> PreparationError {
        PreparationError(.configurationInvalid, "The key file cannot be used: \(place) \(words)", detail: detail)
    }
}
