internal import AttachmentModel

/// A small picture of what was published, for people who look through a list.
package struct Preview: Sendable {
    package let bytes: [UInt8]
    package let mime: String
    package let width: Int
    package let height: Int

    package init(bytes: [UInt8], mime: String, width: Int, height: Int) {
        self.bytes = bytes
        self.mime = mime
        self.width = width
        self.height = height
    }
}
