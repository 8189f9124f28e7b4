package import AttachmentModel
internal import GIFCoding
package import Handover
package import Rulebook

extension Renderer {
    /// Renders every frame of an animation into an empty file: crops, resizes and encodes them as a GIF under the goal.
    ///
    /// What has to be given up for the goal is in the report. Where no animation meets it, the first frame is rendered.
    package func animate(
        _ media: MappedMedia, by recipe: AnimationRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        do throws(RasterFault) {
            if recipe.mayCopy,
                let report = try copy(media, as: recipe.kind, into: output, most: recipe.mostBytesOfCopy)
            {
                return report
            }
            try insistOnFrames(media, recipe.kind)
            let cutting = CuttingRoom(media: media, recipe: recipe, threads: threads, shown: try shown(media, recipe))
            var ladder = AnimationLadder(
                goal: recipe.goal, cap: Rulebook.cap(of: .image), sourceBytes: recipe.sourceBytes)
            let census = try cutting.census()
            var best: (take: CuttingRoom.Take, rung: AnimationLadder.Rung)?
            var step = ladder.next(after: nil)
            while case .encode(let rung) = step {
                // One file at a time: the last one is of no use once the next is begun.
                best = nil
                let take = try cutting.encode(rung, census: census, upTo: ladder.uselessBytes)
                step = ladder.next(after: take.size)
                best = (take, rung)
            }
            var report: RenderReport
            if let fitting = recipe.sourceBytes, recipe.isSourceFitting,
                step == .still || best.map({ $0.take.size >= fitting }) ?? true
            {
                report = try keep(media, recipe, into: output)
            } else if step == .accept, let best, let bytes = best.take.bytes {
                report = cutting.report
                report.steps.append("encoded as GIF with \(best.take.frames) frames and \(best.rung.colours) colours")
                report.lost += best.rung.losses
                let isWritten = unsafe bytes.withUnsafeBytes { unsafe output.append($0) }
                guard isWritten else { throw RasterFault(words: "out of memory for the rendition") }
            } else {
                report = try still(media, recipe, into: output)
            }
            if cutting.beginsBlank { report.warnings.append(.firstFrameBlank) }
            return report
        } catch {
            throw error.problem
        }
    }

    /// The part of every frame that is shown; where that depends on pixels, those of the first frame tell.
    private func shown(_ media: MappedMedia, _ recipe: AnimationRecipe) throws(RasterFault) -> PixelBox {
        guard recipe.fit.gravity.dependsOnPixels else { return recipe.fit.box }
        var shaper = PictureShaper(recipe.still)
        _ = try shaper.shape(media)
        return shaper.shown
    }

    /// The source as it is, but for what is foreign to its frames.
    private func keep(
        _ media: MappedMedia, _ recipe: AnimationRecipe, into output: borrowing OwnedDescriptor
    ) throws(RasterFault) -> RenderReport {
        let words = "not encoded again: it would be larger, or lose too much"
        if recipe.carriesForeign, var report = try copy(media, as: recipe.kind, into: output, most: .max) {
            report.steps.append(words)
            return report
        }
        var report = RenderReport()
        report.path = .pass
        report.keepsSource = true
        report.steps.append(words)
        return report
    }

    private func still(
        _ media: MappedMedia, _ recipe: AnimationRecipe, into output: borrowing OwnedDescriptor
    ) throws(RasterFault) -> RenderReport {
        var report = try shape(media, by: recipe.still, into: output)
        report.lost.append("animation: no GIF meets the goal, the first frame is left")
        return report
    }
}
