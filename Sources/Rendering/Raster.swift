internal import CVips
internal import Glibc
internal import Handover

/// A picture in libvips: a recipe for pixels that are computed when they are asked for.
@safe struct Raster: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>

    private init(owning image: UnsafeMutablePointer<VipsImage>) {
        unsafe self.image = image
    }

    deinit {
        unsafe affix_unref(image)
    }

    /// Opens a picture at a size of at most `width` x `height`, upright and in sRGB.
    ///
    /// The loader shrinks while it decodes. With `isCropping` the frame is filled and the middle is kept. The raster
    /// reads from the media while it is evaluated: keep the media alive as long.
    init(thumbnailOf media: MappedMedia, options: String, width: Int, height: Int, isCropping: Bool) throws(RasterFault)
    {
        var image: UnsafeMutablePointer<VipsImage>?
        let result = unsafe media.withBytes { bytes in
            unsafe affix_vips_thumbnail(
                bytes.baseAddress, bytes.count, options, Int32(clamping: width), Int32(clamping: height),
                isCropping ? 1 : 0, &image)
        }
        guard result == 0, let image = unsafe image else { throw RasterFault.last() }
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

    var width: Int { Int(unsafe vips_image_get_width(image)) }
    var height: Int { Int(unsafe vips_image_get_height(image)) }
    var hasAlpha: Bool { unsafe vips_image_hasalpha(image) != 0 }
    private var bands: Int32 { unsafe vips_image_get_bands(image) }

    /// The picture in 8-bit sRGB, or in 8-bit grey when it is grey.
    consuming func inScreenColours() throws(RasterFault) -> Raster {
        let isGrey = bands < 3
        let space = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        let coloured = try unsafe Self.step { out in unsafe affix_vips_colourspace(image, out, space) }
        return try unsafe Self.step { out in unsafe affix_vips_to_bytes(coloured.image, out) }
    }

    /// The picture with its pixels computed and held in memory: at most four bytes for each.
    consuming func evaluated() throws(RasterFault) -> Raster {
        guard let copy = unsafe vips_image_copy_memory(image) else { throw RasterFault.last() }
        return unsafe Raster(owning: copy)
    }

    /// Whether any pixel lets the background through.
    func isTransparent() throws(RasterFault) -> Bool {
        guard hasAlpha else { return false }
        var least = 255.0
        guard unsafe affix_vips_least(image, bands - 1, &least) == 0 else { throw RasterFault.last() }
        return least < 255
    }

    /// The picture without its alpha channel, which must be opaque.
    consuming func withoutAlpha() throws(RasterFault) -> Raster {
        let colours = bands - 1
        return try unsafe Self.step { out in unsafe affix_vips_first_bands(image, out, colours) }
    }

    /// A baseline JPEG that starts with JFIF and carries nothing else.
    func jpeg(quality: Int) throws(RasterFault) -> EncodedPicture {
        var encoded = try unsafe Self.encode { bytes, count in
            unsafe affix_vips_jpeg(image, bytes, count, Int32(clamping: quality))
        }
        encoded.insertJFIF()
        return encoded
    }

    /// A PNG without any text or profile.
    func png() throws(RasterFault) -> EncodedPicture {
        try unsafe Self.encode { bytes, count in unsafe affix_vips_png(image, bytes, count) }
    }

    private static func step(
        _ verb: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(RasterFault) -> Raster {
        var out: UnsafeMutablePointer<VipsImage>?
        guard unsafe verb(&out) == 0, let image = unsafe out else { throw RasterFault.last() }
        return unsafe Raster(owning: image)
    }

    private static func encode(
        _ verb: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<Int>) -> Int32
    ) throws(RasterFault) -> EncodedPicture {
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        guard unsafe verb(&bytes, &count) == 0, let bytes = unsafe bytes else { throw RasterFault.last() }
        return unsafe EncodedPicture(owning: bytes, count: count)
    }
}
