internal import AttachmentModel
internal import Handover
internal import Rulebook

extension RenderReport {
    /// More than any rendition has: a movie may leave 256 tracks behind, each with its own words.
    private static let mostLines = 300
    private static let longestLine = 200

    /// Whether a worker that did what the plan says can have reported this.
    ///
    /// What is reported stands in receipts: words are bounded and of plain letters, and a crop is one that the plan has.
    func isPlausible(for plan: RenderPlan) -> Bool { isWellPut && isWay(of: plan) }

    /// Whether it can be the report of a picture that was drawn of a sound.
    var isPlausibleForDrawing: Bool { isWellPut && path == .render && crop == nil && !keepsSource }

    private var isWellPut: Bool {
        let isPlain = [steps, lost].allSatisfy { lines in
            lines.count <= Self.mostLines
                && lines.allSatisfy { line in
                    line.utf8.count <= Self.longestLine && line.utf8.allSatisfy { (0x20...0x7E).contains($0) }
                }
        }
        return isPlain && Set(warnings).count == warnings.count
    }

    /// Whether the plan leads to this path, and this part of the picture.
    private func isWay(of plan: RenderPlan) -> Bool {
        switch plan.path {
        case .pass, .transcode: false
        case .copy, .remux: path == .remux && crop == nil && !keepsSource
        case .picture(let recipe):
            (path == .render || path == .remux && recipe.mayCopy) && !keepsSource && isCrop(of: recipe.fit)
        case .animation(let recipe):
            switch path {
            case .pass: keepsSource && recipe.isSourceFitting && crop == nil
            case .remux: !keepsSource && recipe.carriesForeign && crop == nil
            case .render: !keepsSource && isCrop(of: recipe.fit)
            case .transcode: false
            }
        }
    }

    /// Whether nothing was cut off, or a part of the planned size that lies inside the picture.
    private func isCrop(of fit: PictureFit) -> Bool {
        guard let crop else { return true }
        let (left, top) = (fit.sourceWidth - fit.box.width, fit.sourceHeight - fit.box.height)
        guard fit.isCropping, (0...Double(left)).contains(crop.box.x), (0...Double(top)).contains(crop.box.y) else {
            return false
        }
        let box = PixelBox(x: Int(crop.box.x), y: Int(crop.box.y), width: fit.box.width, height: fit.box.height)
        return crop == box.report(of: fit.sourceWidth, fit.sourceHeight)
    }
}
