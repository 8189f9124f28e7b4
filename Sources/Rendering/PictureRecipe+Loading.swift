internal import AttachmentModel
internal import Rulebook

/// How much of a fault in the file the loaders let pass.
enum Strictness: String {
    /// libjpeg's warnings too: among them are missing and garbled rows, but also the oddities of good cameras.
    case warning
    /// Rows that are missing or cannot be decoded; libvips would fill them with grey or with leftovers.
    case error
}

extension MediaKind {
    /// What the loader of this kind is told, in libvips' own form: how strict to be, and which frames to read.
    ///
    /// The thumbnail entry itself ignores such a wish for bytes in memory; the loader heeds it.
    func loaderOptions(_ strictness: Strictness, frames: Int) -> String {
        let wish = "fail_on=" + strictness.rawValue
        return self == .gif || self == .webp ? "[n=\(frames),\(wish)]" : "[\(wish)]"
    }
}

extension PictureRecipe {
    /// What is done on the way to the pixels, in order.
    var steps: [String] {
        var steps: [String] = []
        if let crop { steps.append("cropped to \(Int(crop.box.width))x\(Int(crop.box.height)) in the middle") }
        if isShrinking { steps.append("shrunk to \(width)x\(height)") }
        return steps
    }
}
