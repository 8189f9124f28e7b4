package import AttachmentModel
internal import ForeignBytes
package import Handover
package import Rulebook

/// Packs movies and sounds anew without decoding them: what is encoded is copied, what lies around it is written anew.
///
/// Lives in the worker. Its memory grows with the number of samples, never with the media themselves.
package struct Remuxer {
    package init() {}

    /// Writes the new file into an empty one.
    package func remux(
        _ media: MappedMedia, by recipe: RemuxRecipe, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> RenderReport {
        try unsafe media.withBytes { bytes throws(PreparationError) in
            let file = unsafe ByteWindow(file: bytes)
            let rewrite = try Self.rewrite(file, by: recipe)
            guard rewrite.count <= recipe.cap else {
                throw PreparationError(
                    .renderUnsupported,
                    "Without everything that can be left out it still has \(rewrite.count) bytes, "
                        + "and this version cannot encode it anew")
            }
            guard rewrite.write(to: output, from: media, file) else {
                throw PreparationError(.renderOutOfMemory, "There is no memory for the rendition")
            }
            var report = RenderReport()
            (report.path, report.steps, report.lost) = (.remux, rewrite.steps, rewrite.lost)
            return report
        }
    }

    private static func rewrite(_ file: ByteWindow, by recipe: RemuxRecipe) throws(PreparationError) -> Rewrite {
        do throws(Fault) {
            switch recipe.kind {
            case .mp3: return try Rewrite(mp3: file)
            case .adts: return try Rewrite(adts: file)
            case .wav: return try Rewrite(wave: file)
            case .aiff: return try Rewrite(aiff: file)
            default:
                let movie = try Movie(file, isSound: recipe.result == .m4a)
                return movie.rewrite(as: recipe.result, from: recipe.kind)
            }
        } catch {
            throw error.problem
        }
    }
}
