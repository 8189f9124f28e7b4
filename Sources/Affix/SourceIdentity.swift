package import AttachmentModel
internal import Fetching
internal import FoundationEssentials
internal import Index
internal import ObjectStorage

extension MediaSource {
    /// What names the source, the same however it is spelled; `nil` for one that only its bytes can name.
    var identity: String? {
        switch self {
        case .link(let link):
            let bare = link.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return "link " + ((try? SourceLink(bare))?.text ?? bare)
        case .file(let path):
            let here = FileManager.default.currentDirectoryPath
            return "file " + (path.hasPrefix("/") ? path : here + "/" + path)
        case .standardInput, .data, .bytes, .held: return nil
        }
    }

    /// What serves it, in lowercase: the host of a link, or the storage; `nil` for what nobody serves or can read.
    package var host: String? {
        guard case .link(let link) = self else { return nil }
        if ObjectName.isMeant(by: link) { return "s3:" }
        guard let host = (try? SourceLink(link))?.host else { return nil }
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// The source as a block list has it.
    var blockKey: BlockKey? { identity.map { BlockKey(source: $0, shown: redacted) } }
}
