internal import AttachmentModel

/// Where a rendition lies below the shelf: `ab/abcdef….jpg`, named by its own bytes and its true type.
package struct ShelfKey: Hashable, Sendable {
    /// The folder, the digest's first two digits.
    package let folder: String
    /// The file in it.
    package let file: String

    /// - Parameters:
    ///   - digest: SHA-256 in lowercase hexadecimal.
    ///   - fileExtension: lowercase, without its dot.
    package init(digest: String, fileExtension: String) {
        folder = String(digest.prefix(2))
        file = digest + "." + fileExtension
    }

    /// Reads a file's name back; `nil` when it is none of a published file.
    package init?(file: String) {
        // A server asks for each request, so this goes by bytes.
        guard let dot = file.utf8.firstIndex(of: UInt8(ascii: ".")), Self.isDigest(String(file[..<dot])) else {
            return nil
        }
        let rest = file[file.utf8.index(after: dot)...]
        guard !rest.isEmpty, !rest.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) else {
            return nil
        }
        self.init(digest: String(file[..<dot]), fileExtension: String(rest))
    }

    /// Reads a path below the shelf back; `nil` when it is none of a published file.
    package init?(path: String) {
        guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
            let key = Self(file: String(path[path.utf8.index(after: slash)...])), key.folder == path[..<slash]
        else { return nil }
        self = key
    }

    /// Whether a text is a SHA-256 as it stands in names: it leads nowhere else.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// SHA-256 of the bytes, in lowercase hexadecimal.
    package var digest: String { String(decoding: file.utf8.prefix(64), as: UTF8.self) }

    /// What follows the digest, without its dot.
    package var fileExtension: String { String(decoding: file.utf8.dropFirst(65), as: UTF8.self) }

    /// The path below the shelf and below its public address.
    package var path: String { folder + "/" + file }
}
