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

    /// Renders into an empty file: copies what can stay as it is, else shapes the pixels and encodes them under the goal.
    package func render(
        _ media: MappedMedia, by recipe: PictureRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        do throws(RasterFault) {
            if recipe.mayCopy,
                let report = try copy(media, as: recipe.kind, into: output, most: recipe.mostBytesOfCopy)
            {
                return report
            }
            try insistOnFrames(media, recipe.kind)
            return try shape(media, by: recipe, into: output)
        } catch {
            throw error.problem
        }
    }

    /// Decodes the first frame, shapes its pixels and encodes them under the goal.
    func shape(
        _ media: MappedMedia, by recipe: PictureRecipe, into output: borrowing OwnedDescriptor
    ) throws(RasterFault) -> RenderReport {
        var shaper = PictureShaper(recipe)
        let picture = try shaper.shape(media)
        var encoder = PictureEncoder(recipe, report: shaper.report)
        let encoded = try encoder.encode(picture)
        guard encoded.write(to: output) else { throw RasterFault(words: "out of memory for the rendition") }
        return encoder.report
    }

    /// Writes the same pictures without what is foreign to them into an empty file; pixels and timing stay untouched.
    package func copy(
        _ media: MappedMedia, as kind: MediaKind, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        do throws(RasterFault) {
            guard let report = try copy(media, as: kind, into: output, most: .max) else {
                throw RasterFault(words: "the parts of the file cannot be told apart")
            }
            return report
        } catch {
            throw error.problem
        }
    }

    /// `nil`, with nothing written, when a copy would look different or have more bytes than `most`.
    func copy(
        _ media: MappedMedia, as kind: MediaKind, into output: borrowing OwnedDescriptor, most: Int
    ) throws(RasterFault) -> RenderReport? {
        let plan = try media.withCodedBytes { (file) throws(RasterFault) in try CopyPlan(of: file, as: kind) }
        guard let plan, plan.count <= most else { return nil }
        guard try decode(media, as: kind) else { return nil }
        let number = output.number
        let isWritten = try media.withCodedBytes { (file) throws(RasterFault) in try plan.write(file, to: number) }
        guard isWritten else { throw RasterFault(words: "out of memory for the rendition") }
        var report = RenderReport()
        report.path = .remux
        report.steps.append("stripped of what is no picture, by copying: pixels untouched")
        return report
    }

    /// Decodes every frame to its last row and keeps nothing.
    ///
    /// - Returns: whether a copy would be sound: what hides behind coded pixels would be copied with them.
    private func decode(_ media: MappedMedia, as kind: MediaKind) throws(RasterFault) -> Bool {
        if kind == .jpeg {
            let survey = JPEGSurvey(of: media)
            try survey.insistOnRows()
            return !survey.hidesBytes
        }
        try insistOnFrames(media, kind)
        try Strictness.decoding { (strictness) throws(RasterFault) in
            try Raster.decode(media, options: kind.loaderOptions(strictness, frames: -1))
        }
        return kind != .png || PixelStream.end(in: media) == .isExact
    }

    /// Fails when a GIF has frames that libvips would fill up by itself, or a TIFF has colours it takes for others.
    func insistOnFrames(_ media: MappedMedia, _ kind: MediaKind) throws(RasterFault) {
        if kind == .tiff { try TIFFColours.insistOnReadable(media) }
        if kind == .gif, GIFSurvey(of: media).lacksRows { throw RasterFault(words: "truncated frame") }
    }
}
