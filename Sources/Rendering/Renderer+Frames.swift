package import AttachmentModel
package import Handover

extension Renderer {
    /// Chooses one out of the pictures that ffmpeg draws, and writes it into an empty file, as a bitmap.
    ///
    /// No more of the stream is read than up to the first that shows something.
    package func pickFrame(
        from stream: borrowing OwnedDescriptor, mostPixels: Int, into output: borrowing OwnedDescriptor
    ) throws(PreparationError) -> FramePick {
        var choice = FrameChoice()
        while !choice.isLively, let frame = try MovieFrame(from: stream, mostPixels: mostPixels) {
            choice.look(at: frame)
        }
        guard let frame = choice.best else {
            throw PreparationError(.mediaNoPicture, "No frame of the movie can be drawn", stage: .render)
        }
        guard unsafe frame.bytes.withUnsafeBytes({ unsafe output.append($0) }) else {
            throw PreparationError(.renderOutOfMemory, "There is no memory for a frame of the movie")
        }
        return FramePick(number: choice.number, isLively: choice.isLively)
    }
}
