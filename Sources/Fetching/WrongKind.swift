internal import AttachmentModel
internal import Signatures

/// Refuses an answer whose first bytes show that it is no media: a login page, an error in JSON, an archive.
struct WrongKind: Sendable {
    /// The Content-Type that the host declared.
    let declaredType: String?

    func check(_ kind: MediaKind, head: Span<UInt8>) throws(PreparationError) {
        // What has no signature may still be media: recognition looks deeper.
        guard kind.mediaClass == .foreign, kind != .unknown else { return }
        let title = kind == .html ? Signature.pageTitle(in: head).map { " titled “\($0)”" } ?? "" : ""
        let declared = declaredType.map { ", declared as \(Self.shown($0))" } ?? ", of no declared type"
        throw PreparationError(.fetchWrongKind, "The URL leads to a file of the kind \(kind.words)\(title)\(declared)")
    }

    /// A header's value as it may stand in a message.
    static func shown(_ value: String) -> String {
        String(decoding: value.utf8.filter { (0x20..<0x7F).contains($0) }.prefix(80), as: UTF8.self)
    }
}
