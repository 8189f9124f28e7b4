internal import AttachmentModel

/// How much of a fault in the file the loaders let pass.
enum Strictness: String {
    /// libjpeg's warnings too: among them are missing and garbled rows, but also the oddities of good cameras.
    case warning
    /// Rows that are missing or cannot be decoded; libvips would fill them with grey or with leftovers.
    case error

    /// Decodes as strictly as can be, and again without what are mere oddities: lost rows are refused both times.
    static func decoding<Value: ~Copyable>(
        _ decode: (Strictness) throws(RasterFault) -> Value
    ) throws(RasterFault) -> Value {
        do throws(RasterFault) {
            return try decode(.warning)
        } catch {
            if error.losesRows { throw error }
            return try decode(.error)
        }
    }
}

extension MediaKind {
    /// What the loader of this kind is told, in libvips' own form: how strict to be, which frames to read, and by how
    /// much to shrink while decoding.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8; more than 1 for JPEG only.
    func loaderOptions(_ strictness: Strictness, frames: Int = 1, shrink: Int = 1) -> String {
        let wish = "fail_on=" + strictness.rawValue
        switch self {
        case .gif, .webp: return "[n=\(frames),\(wish)]"
        case .jpeg where shrink > 1: return "[shrink=\(shrink),\(wish)]"
        default: return "[\(wish)]"
        }
    }
}
