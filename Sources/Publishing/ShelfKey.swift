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

    /// The path below the shelf and below its public address.
    package var path: String { folder + "/" + file }
}
