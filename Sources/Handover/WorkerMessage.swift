package import AttachmentModel
package import Rulebook

/// What the front asks of a worker.
///
/// The media travels beside it as a descriptor.
package enum WorkerRequest: Codable, Sendable {
    /// Read the structure of the first descriptor's `bytes` bytes.
    case recognize(bytes: Int)
    /// Say what is missing of the first descriptor's file, which is there in parts, before it can be recognised.
    case locate(bytes: Int, kind: MediaKind, held: [Range<Int>])
    /// Decode the first descriptor's picture to its last row, and say what that changes in these facts.
    case settle(facts: MediaFacts)
    /// Copy its pictures into the second descriptor, which is empty, without what is foreign to them.
    case copy(bytes: Int, kind: MediaKind)
    /// Render them into the second descriptor, which is empty.
    case render(bytes: Int, recipe: PictureRecipe)
    /// Pack the movie or sound of the first descriptor anew, into the second one, which is empty.
    case remux(bytes: Int, recipe: RemuxRecipe)
    /// Render every frame of them into the second descriptor, which is empty.
    case animate(bytes: Int, recipe: AnimationRecipe)
    /// Choose one of the pictures that come over the first descriptor, a pipe, and write it into the second one.
    case pickFrame(mostPixels: Int)
    /// Draw the sound that comes over the first descriptor, a pipe, into the second one.
    case drawWaveform(recipe: WaveformRecipe)
}

/// What a worker answers: one answer for each request, and `ready` before the first.
package enum WorkerAnswer: Codable, Sendable {
    case ready(WorkerReport)
    case recognized(MediaFacts)
    case missing(Range<Int>?)
    case rendered(RenderReport)
    case picked(FramePick)
    case failed(PreparationError)
}

/// What a worker says of itself when it has locked itself down.
package struct WorkerReport: Codable, Sendable {
    /// What the lock-down consists of, such as `seccomp` and `landlock`.
    package let locks: [String]
    /// Versions of the libraries that open media.
    package let libraries: [String]

    package init(locks: [String], libraries: [String]) {
        self.locks = locks
        self.libraries = libraries
    }
}

/// How a rendition was made.
package struct RenderReport: Codable, Sendable {
    /// How the rendition came to be.
    package var path = RenderPath.render
    /// The part of the upright source that was kept; `nil` when all of it was.
    package var crop: CropReport?
    /// What was done, in order.
    package var steps: [String] = []
    /// What the receiver will miss.
    package var lost: [String] = []
    /// What decoding showed and the structure of the rendition does not.
    package var warnings: [MediaWarning] = []
    /// Whether nothing better than the source could be made: it is published as it is, and the output is empty.
    package var keepsSource = false
    /// What the finished file is, recognised again; `nil` when the source is kept.
    package var rendition: MediaFacts?

    package init() {}
}
