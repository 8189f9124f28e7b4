package import AttachmentModel
package import Rulebook

/// What the front asks of a worker.
///
/// The media travels beside it as a descriptor.
package enum WorkerRequest: Codable, Sendable {
    /// Read the structure of the first descriptor's `bytes` bytes.
    case recognize(bytes: Int)
    /// Decode the first descriptor's picture to its last row, to see that it can be.
    case verify(bytes: Int, kind: MediaKind)
    /// Render them into the second descriptor, which is empty.
    case render(bytes: Int, recipe: PictureRecipe)
    /// Render every frame of them into the second descriptor, which is empty.
    case animate(bytes: Int, recipe: AnimationRecipe)
}

/// What a worker answers: one answer for each request, and `ready` before the first.
package enum WorkerAnswer: Codable, Sendable {
    case ready(WorkerReport)
    case recognized(MediaFacts)
    case verified
    case rendered(RenderReport)
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

/// How a picture was rendered.
package struct RenderReport: Codable, Sendable {
    /// What was done, in order.
    package var steps: [String] = []
    /// What the receiver will miss.
    package var lost: [String] = []
    /// Whether nothing better than the source could be made: it is published as it is, and the output is empty.
    package var keepsSource = false

    package init() {}
}
