package import AttachmentModel
internal import CVips
package import Handover
package import Rulebook

/// Renders still pictures.
///
/// Lives in the worker; makes its libraries ready before the worker locks itself down.
package struct Renderer {
    let threads: Int

    /// Starts libvips with so many threads for each picture; only the loaders we need can be reached afterwards.
    package init(threads: Int) throws(PreparationError) {
        self.threads = threads
        guard affix_vips_start(Int32(clamping: threads)) == 0 else {
            throw PreparationError(.configurationMachine, "libvips does not start", detail: RasterFault.last().words)
        }
    }

    /// The name and version of the library that decodes.
    package var library: String {
        "libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    }

    /// Renders into an empty file: shrinks while decoding, turns upright, crops, converts to sRGB, encodes under the goal.
    package func render(
        _ media: MappedMedia, by recipe: PictureRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        do throws(RasterFault) {
            var report = RenderReport()
            report.steps = recipe.steps
            var picture = try open(media, by: recipe)
            let isTransparent = try picture.isTransparent()
            if picture.hasAlpha && !isTransparent { picture = try picture.withoutAlpha() }
            let encoded = try isTransparent ? encodePNG(picture, &report) : encodeJPEG(picture, recipe, &report)
            guard encoded.write(to: output) else { throw RasterFault(words: "out of memory for the rendition") }
            return report
        } catch {
            throw error.problem
        }
    }

    /// Makes sure that a picture which is published as it is can be decoded to its last row.
    package func verify(_ media: MappedMedia, as kind: MediaKind) throws(PreparationError) {
        do throws(RasterFault) {
            try Self.strictly { (strictness) throws(RasterFault) in
                try Raster.decode(media, options: kind.loaderOptions(strictness, frames: -1))
            }
        } catch {
            throw error.problem
        }
    }

    /// The pixels of the result.
    private func open(_ media: MappedMedia, by recipe: PictureRecipe) throws(RasterFault) -> Raster {
        try Self.strictly { (strictness) throws(RasterFault) in
            try Raster(
                thumbnailOf: media, options: recipe.kind.loaderOptions(strictness, frames: 1), width: recipe.width,
                height: recipe.height, isCropping: recipe.crop != nil
            ).inScreenColours().evaluated()
        }
    }

    /// Decodes as strictly as can be, and again without what are mere oddities: lost rows are refused both times.
    private static func strictly<Value: ~Copyable>(
        _ decode: (Strictness) throws(RasterFault) -> Value
    ) throws(RasterFault) -> Value {
        do throws(RasterFault) {
            return try decode(.warning)
        } catch {
            if error.losesRows { throw error }
            return try decode(.error)
        }
    }

    private func encodePNG(_ picture: borrowing Raster, _ report: inout RenderReport) throws(RasterFault)
        -> EncodedPicture
    {
        let encoded = try picture.png()
        report.steps.append("encoded as PNG, because pixels are transparent")
        return encoded
    }

    private func encodeJPEG(
        _ picture: borrowing Raster, _ recipe: PictureRecipe, _ report: inout RenderReport
    ) throws(RasterFault) -> EncodedPicture {
        var ladder = SizeLadder(goal: recipe.goal, cap: Rulebook.cap(of: .image), start: recipe.quality)
        var quality = recipe.quality
        var encoded = try picture.jpeg(quality: quality)
        _ = ladder.next(after: nil)
        while case .encode(let next) = ladder.next(after: encoded.count) {
            quality = next
            encoded = try picture.jpeg(quality: quality)
        }
        report.steps.append("encoded as JPEG at quality \(quality)")
        if quality < recipe.quality { report.lost.append("detail: quality \(quality) instead of \(recipe.quality)") }
        return encoded
    }
}
