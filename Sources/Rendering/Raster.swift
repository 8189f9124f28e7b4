internal import AttachmentModel
internal import CVips
internal import Glibc
internal import Handover
internal import Rulebook

/// A picture in libvips: a recipe for pixels that are computed when they are asked for.
///
/// All of the C object is in this file; what is done with it, and in which order, is in the files beside it.
@safe struct Raster: ~Copyable {
    private let image: UnsafeMutablePointer<VipsImage>

    private init(owning image: UnsafeMutablePointer<VipsImage>) {
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

// What it is.
extension Raster {
    var width: Int { Int(unsafe vips_image_get_width(image)) }
    var height: Int { Int(unsafe vips_image_get_height(image)) }
    var bands: Int { Int(unsafe vips_image_get_bands(image)) }
    var hasAlpha: Bool { unsafe vips_image_hasalpha(image) != 0 }
    var hasProfile: Bool { unsafe affix_vips_has_profile(image) != 0 }
    /// Whether its profile can be read and is for samples such as these.
    var hasSuitingProfile: Bool { unsafe hasProfile && affix_vips_profile_suits(image) != 0 }
    /// The orientation it is stored in, 1 to 8.
    var orientation: Int { Int(unsafe affix_vips_orientation(image)) }
    var isCMYK: Bool { unsafe vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK }
    /// Whether samples are CIE L*a*b*, which needs no profile.
    var isLab: Bool {
        let space = unsafe vips_image_get_interpretation(image)
        return space == VIPS_INTERPRETATION_LABS || space == VIPS_INTERPRETATION_LAB
    }
    /// Where the last crop began.
    var origin: (x: Int, y: Int) {
        (-Int(unsafe vips_image_get_xoffset(image)), -Int(unsafe vips_image_get_yoffset(image)))
    }

    /// Whether any pixel lets the background through; of a picture of 8-bit samples.
    func isTransparent() throws(RasterFault) -> Bool {
        guard hasAlpha else { return false }
        var least = 255.0
        guard unsafe affix_vips_least(image, Int32(bands - 1), &least) == 0 else { throw RasterFault.last() }
        return least < 255
    }

    /// Whether another picture has the same pixels.
    func equals(_ other: borrowing Raster) throws(RasterFault) -> Bool {
        guard width == other.width, height == other.height, hasAlpha == other.hasAlpha else { return false }
        // A palette is always of colours; where there is no alpha, libvips spreads grey over them by itself.
        if hasAlpha, bands < other.bands { return try copied().inPlainColours(isGrey: false).equals(other) }
        if hasAlpha, bands > other.bands { return try other.copied().inPlainColours(isGrey: false).equals(self) }
        var difference = 1.0
        guard unsafe affix_vips_difference(image, other.image, &difference) == 0 else { throw RasterFault.last() }
        return difference == 0
    }

    /// Lends the samples of a picture that is held in memory, row after row, each `width * bands` bytes long.
    func withRows<Value>(_ body: (Span<UInt8>) -> Value) throws(RasterFault) -> Value {
        guard unsafe vips_image_wio_input(image) == 0, let data = unsafe vips_image_get_data(image) else {
            throw RasterFault.last()
        }
        let count = width * height * bands
        let samples = unsafe UnsafeBufferPointer(start: data.assumingMemoryBound(to: UInt8.self), count: count)
        return unsafe body(Span(_unsafeElements: samples))
    }
}

// What can be made of it.
extension Raster {
    /// The picture with its pixels computed and held in memory.
    consuming func evaluated() throws(RasterFault) -> Raster {
        guard let copy = unsafe vips_image_copy_memory(image) else { throw RasterFault.last() }
        return unsafe Raster(owning: copy)
    }

    /// The same picture with one more owner.
    func copied() -> Raster {
        unsafe Raster(owning: affix_ref(image))
    }

    consuming func cropped(to box: PixelBox) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_crop(
                image, out, Int32(clamping: box.x), Int32(clamping: box.y), Int32(clamping: box.width),
                Int32(clamping: box.height))
        }
    }

    /// The picture with its sides multiplied; the result has whole pixels.
    consuming func resized(across: Double, down: Double) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_resize(image, out, across, down) }
    }

    consuming func premultiplied() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_premultiply(image, out) }
    }

    consuming func unpremultiplied() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_unpremultiply(image, out) }
    }

    /// The picture turned as its orientation says.
    consuming func upright() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_upright(image, out) }
    }

    /// The part of this size where the eye goes, or where the most detail is; `origin` tells where it began.
    consuming func cropped(by gravity: Gravity, width: Int, height: Int) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_smartcrop(
                image, out, Int32(clamping: width), Int32(clamping: height), gravity == .attention ? 1 : 0)
        }
    }

    /// The picture in sRGB, through its own profile or the named one of libvips where it has none that suits.
    consuming func throughProfile(otherwise fallback: String) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_to_srgb(image, out, fallback) }
    }

    /// The picture as if it had no profile, in sRGB or in grey.
    consuming func inPlainColours(isGrey: Bool) throws(RasterFault) -> Raster {
        let space = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return try unsafe Self.step { out in unsafe affix_vips_colourspace(image, out, space) }
    }

    /// The picture with 8-bit samples; what they cannot hold is cut off.
    consuming func inBytes() throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_to_bytes(image, out) }
    }

    /// The picture with each 8-bit sample, except of alpha, looked up in a table of 256.
    consuming func lookedUp(in table: [UInt8]) throws(RasterFault) -> Raster {
        precondition(table.count == 256)
        return try unsafe Self.step { out in unsafe affix_vips_look_up(image, out, table) }
    }

    /// The first bands alone.
    consuming func firstBands(_ count: Int) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in unsafe affix_vips_first_bands(image, out, Int32(clamping: count)) }
    }

    /// The picture on an opaque background, without its alpha channel.
    consuming func flattened(on colour: Colour) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_flatten(image, out, Double(colour.red), Double(colour.green), Double(colour.blue))
        }
    }

    /// The picture inside a larger one that is filled with one value for each band.
    consuming func embedded(at box: PixelBox, width: Int, height: Int, around: [Double]) throws(RasterFault) -> Raster {
        try unsafe Self.step { out in
            unsafe affix_vips_embed(
                image, out, Int32(clamping: box.x), Int32(clamping: box.y), Int32(clamping: width),
                Int32(clamping: height), around, Int32(clamping: around.count))
        }
    }

    private static func step(
        _ verb: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> Int32
    ) throws(RasterFault) -> Raster {
        var out: UnsafeMutablePointer<VipsImage>?
        guard unsafe verb(&out) == 0, let image = unsafe out else { throw RasterFault.last() }
        return unsafe Raster(owning: image)
    }
}

// What it becomes.
extension Raster {
    /// A baseline JPEG with its own Huffman tables that starts with JFIF and carries nothing else.
    ///
    /// Colours have half the resolution below quality 90, and all of it from there on.
    func jpeg(quality: Int) throws(RasterFault) -> EncodedPicture {
        var encoded = try unsafe Self.encode { bytes, count in
            unsafe affix_vips_jpeg(image, bytes, count, Int32(clamping: quality))
        }
        encoded.insertJFIF()
        return encoded
    }

    /// A PNG of all colours, without any text or profile; drawings come out smaller when rows are not filtered.
    func png(isDrawing: Bool) throws(RasterFault) -> EncodedPicture {
        try unsafe Self.encode { bytes, count in unsafe affix_vips_png(image, bytes, count, isDrawing ? 0 : 1) }
    }

    /// A PNG with a palette of at most `colours`, dithered where that changes the picture.
    func palettePNG(colours: Int, dither: Double) throws(RasterFault) -> EncodedPicture {
        let bits: Int32 = colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8
        return try unsafe Self.encode { bytes, count in unsafe affix_vips_palette_png(image, bytes, count, bits, dither)
        }
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
