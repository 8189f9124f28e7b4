internal import CVips
internal import GIFCoding
internal import Handover
internal import Rulebook

/// An animation in libvips, decoded frame after frame as it is asked for; only one frame is held.
///
/// libvips shows the frames as one tall picture. It composes them itself: what comes out is what a viewer sees.
@safe struct Film: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>
    private let region: UnsafeMutablePointer<VipsRegion>
    let width, height, frames: Int
    /// How often it plays; 0 is for ever.
    let plays: Int
    /// Milliseconds for each frame, as the file says.
    let delays: [Int]

    /// Opens an animation, in 8-bit sRGB; the media must live as long as the film.
    init(_ media: MappedMedia, options: String) throws(RasterFault) {
        var opened: UnsafeMutablePointer<VipsImage>?
        let result = unsafe media.withBytes { bytes in
            unsafe affix_vips_film(bytes.baseAddress, bytes.count, options, &opened)
        }
        guard result == 0, let image = unsafe opened else { throw RasterFault.last() }
        guard let region = unsafe vips_region_new(image) else {
            unsafe affix_unref(image)
            throw RasterFault.last()
        }
        unsafe self.image = image
        unsafe self.region = region
        width = Int(unsafe vips_image_get_width(image))
        height = max(1, Int(unsafe vips_image_get_page_height(image)))
        frames = Int(unsafe vips_image_get_height(image)) / height
        plays = Int(unsafe affix_vips_plays(image))
        var count: Int32 = 0
        let stored = unsafe affix_vips_delays(image, &count)
        if let stored = unsafe stored {
            delays = unsafe UnsafeBufferPointer(start: stored, count: Int(count)).map(Int.init)
        } else {
            delays = []
        }
    }

    deinit {
        unsafe affix_unref_region(region)
        unsafe affix_unref(image)
    }

    /// The next frame's pixels within a box; frames have to be asked for in order.
    func frame(_ number: Int, in box: PixelBox) throws(RasterFault) -> Picture {
        var pixels = [UInt32](repeating: 0, count: box.width * box.height)
        let result = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            unsafe affix_vips_frame(
                region, buffer.baseAddress, Int32(clamping: box.x), Int32(clamping: number * height + box.y),
                Int32(clamping: box.width), Int32(clamping: box.height))
        }
        guard result == 0 else { throw RasterFault.last() }
        return Picture(width: box.width, height: box.height, pixels: pixels)
    }
}
