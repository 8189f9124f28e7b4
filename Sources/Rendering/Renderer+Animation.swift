package import AttachmentModel
internal import GIFCoding
package import Handover
package import Rulebook

extension Renderer {
    /// Renders every frame of an animation into an empty file: crops, shrinks and encodes them as a GIF under the goal.
    ///
    /// What has to be given up for the goal is in the report. Where no animation meets it, the first frame is rendered.
    package func animate(
        _ media: MappedMedia, by recipe: AnimationRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        let cutting = CuttingRoom(media: media, recipe: recipe, threads: threads)
        var ladder = AnimationLadder(goal: recipe.goal, cap: Rulebook.cap(of: .image), sourceBytes: recipe.sourceBytes)
        var report = RenderReport()
        report.steps = recipe.steps
        do throws(RasterFault) {
            let census = try cutting.census()
            var best: (take: CuttingRoom.Take, rung: AnimationLadder.Rung)?
            var step = ladder.next(after: nil)
            while case .encode(let rung) = step {
                let take = try cutting.encode(rung, census: census, upTo: ladder.uselessBytes)
                step = ladder.next(after: take.size)
                best = (take, rung)
            }
            if let fitting = recipe.sourceBytes, recipe.isSourceFitting,
                step == .still || best.map({ $0.take.size >= fitting }) ?? true
            {
                report.steps = ["kept as it is: encoded again it would be larger"]
                report.keepsSource = true
                return report
            }
            if step == .accept, let best, let bytes = best.take.bytes {
                report.steps.append("encoded as GIF with \(best.take.frames) frames and \(best.rung.colours) colours")
                report.lost += best.rung.losses
                let isWritten = unsafe bytes.withUnsafeBytes { unsafe output.append($0) }
                guard isWritten else { throw RasterFault(words: "out of memory for the rendition") }
                return report
            }
        } catch {
            throw error.problem
        }
        report = try render(media, by: recipe.still, into: output)
        report.lost.append("animation: no GIF meets the goal, the first frame is left")
        return report
    }
}
