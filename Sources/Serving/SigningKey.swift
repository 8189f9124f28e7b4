package import AttachmentModel
internal import FoundationEssentials

/// What render links are signed with; whoever knows it can have anything rendered here.
package struct SigningKey: Sendable {
    /// A key that can be guessed is none.
    private static let shortest = 32
    private static let longest = 4_096

    let bytes: [UInt8]

    /// Reads a file; the line end that editors leave is no part of the key.
    ///
    /// Throws `configuration-machine` when it cannot be read, `configuration-invalid` when it is too short or too long.
    package init(file path: String) throws(PreparationError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw PreparationError(.configurationMachine, "The key file \(path) cannot be read")
        }
        var bytes = Array(data)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard (Self.shortest...Self.longest).contains(bytes.count) else {
            throw PreparationError(
                .configurationInvalid, "The key file \(path) must hold from \(Self.shortest) to \(Self.longest) bytes")
        }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
