package import AttachmentModel
internal import GIFCoding
package import Handover
package import Rulebook

extension Renderer {
    /// The size of the file that each rung of the ladder gives, in bytes: what the ladder's factors are taken from.
    package func sizesOfRungs(
        of media: MappedMedia, by recipe: AnimationRecipe
    ) throws(PreparationError) -> [Int] {
        do throws(RasterFault) {
            let cutting = CuttingRoom(media: media, recipe: recipe, threads: threads, shown: recipe.fit.box)
            let census = try cutting.census()
            var sizes: [Int] = []
            for rung in AnimationLadder.rungs {
                sizes.append(try cutting.encode(rung, census: census, upTo: .max).size)
            }
            return sizes
        } catch {
            throw error.problem
        }
    }
}
