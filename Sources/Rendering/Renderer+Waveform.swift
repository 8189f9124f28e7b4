package import AttachmentModel
package import Handover
package import Rulebook

extension Renderer {
    /// Bytes that are taken in at once.
    private static let piece = 1 << 16

    /// Draws the sound that ffmpeg decodes into an empty file, as a PNG; the stream is read to its end.
    package func drawWaveform(
        of stream: borrowing OwnedDescriptor, by recipe: WaveformRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        var curve = LoudnessCurve()
        while true {
            let bytes = stream.next(Self.piece)
            curve.add(bytes)
            if bytes.count < Self.piece { break }
        }
        guard !curve.slices.isEmpty else {
            throw PreparationError(.mediaNoPicture, "No sound of the file can be decoded", stage: .render)
        }
        let drawing = WaveformDrawing(recipe)
        do throws(RasterFault) {
            let picture = try Raster(
                pixels: drawing.pixels(curve), width: recipe.width, height: recipe.height, bands: 4)
            guard try picture.png(isDrawing: true).write(to: output) else {
                throw RasterFault(words: "out of memory for the rendition")
            }
        } catch {
            throw error.problem
        }
        var report = RenderReport()
        report.steps.append("drawn as \(drawing.barCount) bars, the loudest at full height")
        return report
    }
}
