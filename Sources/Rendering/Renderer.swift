package import AttachmentModel
internal import CVips
package import Handover
package import Rulebook

/// Renders still pictures.
///
/// Lives in the worker; makes its libraries ready before the worker locks itself down.
package struct Renderer {
    /// Starts libvips with so many threads for each picture; only the loaders we need can be reached afterwards.
    package init(threads: Int) throws(PreparationError) {
        guard affix_vips_start(Int32(clamping: threads)) == 0 else {
            throw PreparationError(.configurationMachine, "libvips does not start", detail: RasterFault.last().words)
        }
    }

    /// The name and version of the library that decodes.
    package var library: String {
        "libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
    }

    /// Renders into an empty file: shapes the pixels, then encodes them under the goal.
    package func render(
        _ media: MappedMedia, by recipe: PictureRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        do throws(RasterFault) {
            var shaper = PictureShaper(recipe)
            let picture = try shaper.shape(media)
            var encoder = PictureEncoder(recipe, report: shaper.report)
            let encoded = try encoder.encode(picture)
            guard encoded.write(to: output) else { throw RasterFault(words: "out of memory for the rendition") }
            return encoder.report
        } catch {
            throw error.problem
        }
    }

    /// Makes sure that a picture which is published as it is can be decoded to its last row.
    package func verify(_ media: MappedMedia, as kind: MediaKind) throws(PreparationError) {
        do throws(RasterFault) {
            try Strictness.decoding { (strictness) throws(RasterFault) in
                try Raster.decode(media, options: kind.loaderOptions(strictness, frames: -1))
            }
        } catch {
            throw error.problem
        }
    }
}
