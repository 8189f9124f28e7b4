internal import CVips
internal import Handover

/// A picture in libvips: a recipe for pixels that are computed when they are asked for.
///
/// It owns the C object, which only the extensions of this type touch; what is done with pictures, and in which order, is
/// in the other files.
@safe struct Raster: ~Copyable {
    let image: UnsafeMutablePointer<VipsImage>

    init(owning image: UnsafeMutablePointer<VipsImage>) {
        unsafe self.image = image
    }

    deinit {
        unsafe affix_unref(image)
    }

    /// Opens a picture as it is stored; nothing is decoded yet, and it can be read once, from top to bottom.
    ///
    /// The raster reads from the media while it is evaluated: keep the media alive as long.
    init(opening media: MappedMedia, options: String) throws(RasterFault) {
        let image = unsafe media.withBytes { bytes in
            unsafe affix_vips_open(bytes.baseAddress, bytes.count, options)
        }
        guard let image = unsafe image else { throw RasterFault.last() }
        unsafe self.init(owning: image)
    }

    /// A picture of 8-bit samples, row by row, `bands` for each pixel: grey or red, green, blue, and perhaps alpha.
    init(pixels: [UInt8], width: Int, height: Int, bands: Int) throws(RasterFault) {
        precondition(pixels.count == width * height * bands)
        let image = unsafe affix_vips_from_pixels(
            pixels, pixels.count, Int32(clamping: width), Int32(clamping: height), Int32(clamping: bands))
        guard let image = unsafe image else { throw RasterFault.last() }
        unsafe self.init(owning: image)
    }

    /// Opens a file that is held in memory, as `EncodedPicture` holds it; it must live as long.
    init(opening bytes: UnsafeRawBufferPointer) throws(RasterFault) {
        let image = unsafe affix_vips_open(bytes.baseAddress, bytes.count, "")
        guard let image = unsafe image else { throw RasterFault.last() }
        unsafe self.init(owning: image)
    }

    /// Decodes a picture to the last row, every frame of it, and keeps nothing.
    static func decode(_ media: MappedMedia, options: String) throws(RasterFault) {
        let result = unsafe media.withBytes { bytes in
            unsafe affix_vips_decode(bytes.baseAddress, bytes.count, options)
        }
        guard result == 0 else { throw RasterFault.last() }
    }

    /// Whether a picture shows nothing: one colour everywhere, or none at all.
    static func isBlank(_ media: MappedMedia, options: String) throws(RasterFault) -> Bool {
        var isUniform: Int32 = 0
        let result = unsafe media.withBytes { bytes in
            unsafe affix_vips_uniform(bytes.baseAddress, bytes.count, options, &isUniform)
        }
        guard result == 0 else { throw RasterFault.last() }
        return isUniform != 0
    }
}
