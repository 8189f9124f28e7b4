internal import AttachmentModel
internal import Rulebook

extension PictureRecipe {
    /// What the loader of this kind is told, in libvips' own form.
    var loaderOptions: String {
        switch kind {
        case .gif, .webp: "[n=1]"
        default: ""
        }
    }

    /// What is done on the way to the pixels, in order.
    var steps: [String] {
        var steps: [String] = []
        if let crop { steps.append("cropped to \(Int(crop.box.width))x\(Int(crop.box.height)) in the middle") }
        if isShrinking { steps.append("shrunk to \(width)x\(height)") }
        return steps
    }
}
